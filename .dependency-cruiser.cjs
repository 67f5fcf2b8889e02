/**
 * The floor plan, enforced by `npm run floorplan`: a folder imports only from floors below it, without
 * cycles. CONTRIBUTING.md says what each floor is for; test/floor-plan/ proves that wrong imports are caught.
 */

/** Rooms from the ground up; rooms on one floor stand side by side and do not import each other. */
const floors = [
  ['base'],
  ['numerics'],
  ['expression'],
  ['waveform'],
  ['netlist', 'kernel'],
  ['circuit', 'model-file'],
  ['analysis'],
  ['compare'],
  ['jobs'],
  ['report'],
  ['playground'],
  ['cli'],
];

/**
 * Floors inside a room, from the ground up. Files that stand in the room itself belong to no floor: they are what its
 * floors share (types, names) or what puts them together.
 */
const innerFloors = {
  kernel: ['modeling', 'simulation', 'control'],
  'kernel/modeling': ['signals', 'systems', 'relations', 'laws'],
  'kernel/simulation': [
    'integrators',
    'linear',
    'problems',
    'newton',
    'contact',
    'time-stepping',
    'event-driven',
    'sparse-stepping',
    'step-records',
    'block-stepping',
    'small-signal',
  ],
  'kernel/simulation/event-driven': ['motion', 'modes', 'mechanics'],
  'circuit/devices': ['parts', 'magnetics', 'semiconductors', 'smooth', 'lines', 'mechanical'],
  analysis: [
    'certificate',
    'preparation',
    'rows',
    'measures',
    'operating-point',
    'small-signal',
    'transient',
  ],
  'analysis/certificate': ['energy', 'laws', 'steps', 'impacts'],
  cli: ['input', 'progress', 'output', 'lines', 'commands'],
};

const rooms = floors.flat();

const floorRules = floors.flatMap((floor, level) =>
  floor.map((room) => {
    const below = floors.slice(0, level).flat();
    // The command is made of the public API; everything else is made of its parts.
    const door = room === 'cli' ? ['index\\.ts$'] : [];
    const legal = [...[...below, room].map((name) => `${name}/`), ...door];
    return {
      name: `${room}-imports-only-from-floors-below-it`,
      severity: 'error',
      comment: `src/${room} may import ${below.length > 0 ? below.join(', ') : 'nothing but itself'}.`,
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: `^src/(${legal.join('|')})` },
    };
  }),
);

const innerRules = Object.entries(innerFloors).flatMap(([room, inner]) =>
  inner.slice(0, -1).map((name, level) => ({
    name: `${room}-${name}-imports-only-from-floors-below-it`,
    severity: 'error',
    comment: `src/${room} is built as ${[...inner].reverse().join(' > ')}.`,
    from: { path: `^src/${room}/${name}/` },
    to: { path: `^src/${room}/(${inner.slice(level + 1).join('|')})/` },
  })),
);

const otherRules = [
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Two files that import each other are one file, or lack a third below them.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'node-imports-only-in-cli',
    severity: 'error',
    comment: 'The engine also runs in a browser: what it needs from the machine goes through base/host.ts.',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'every-folder-of-src-is-a-room-of-the-house',
    severity: 'error',
    comment: 'A new room is a new line in .dependency-cruiser.cjs and in CONTRIBUTING.md.',
    from: {},
    to: { path: '^src/.+/', pathNot: `^src/(${rooms.join('|')})/` },
  },
  {
    name: 'the-public-api-does-not-know-the-command',
    severity: 'error',
    comment: 'src/index.ts runs in a browser too; what needs files is exported by src/cli/node.ts.',
    from: { path: '^src/index\\.ts$' },
    to: { path: '^src/cli/' },
  },
  {
    name: 'the-script-of-the-report-is-imported-by-a-generator-only',
    severity: 'error',
    comment:
      'grammar/generate-chart.mjs bundles it into page-script.gen.ts; nobody else imports src/report/page.',
    from: { path: '^src/', pathNot: '^src/report/page/' },
    to: { path: '^src/report/page/' },
  },
  {
    name: 'src-imports-neither-tests-nor-generators',
    severity: 'error',
    comment: 'The library is complete without test/ and grammar/.',
    from: { path: '^src/' },
    to: { path: '^(test|grammar)/' },
  },
  {
    name: 'commander-only-in-cli',
    severity: 'error',
    comment: 'The command line is parsed in one room.',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { path: 'node_modules/commander/' },
  },
  {
    name: 'chart-only-in-the-script-of-the-report',
    severity: 'error',
    comment: 'chart.js is bundled into the page; nothing else may load it.',
    from: { path: '^src/', pathNot: '^src/report/page/' },
    to: { path: 'node_modules/chart\\.js/' },
  },
  {
    name: 'src-imports-no-development-packages',
    severity: 'error',
    comment: 'Whoever installs the package gets its dependencies, not its devDependencies.',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'every-import-is-found',
    severity: 'error',
    comment: 'A file or package is missing; generated parsers come from `npm run generate`.',
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...floorRules, ...innerRules, ...otherRules],
  options: {
    // Imports of types are imports: a type that lives on a higher floor lives on the wrong one.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
