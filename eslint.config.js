/**
 * Lint rules: what CONTRIBUTING.md says about types, exports and sizes, checked by machine.
 * Formatting is prettier's business alone.
 */
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const generated = ['**/*.gen.ts', '**/*.gen.js'];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'No default exports: a thing has one name everywhere.',
};
const noBarrel = {
  selector: 'ExportAllDeclaration',
  message: 'No barrel files: import from the file that defines a thing.',
};
const noReExport = {
  selector: 'ExportNamedDeclaration[source][exportKind!="type"]',
  message: 'No barrel files: only src/index.ts and src/cli/node.ts re-export values.',
};
const noEnum = { selector: 'TSEnumDeclaration', message: 'String unions, no enums.' };
const noModuleState = {
  selector:
    'Program > VariableDeclaration[kind="let"], Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
  message: 'No mutable state of a module: the same input must give the same bits.',
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'test/floor-plan/fixture/', ...generated] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers in messages are wanted, and `void` marks a value that is dropped on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // A comparison with `true` keeps "absent" and "false" apart in the reader's mind.
      '@typescript-eslint/no-unnecessary-boolean-literal-compare': 'off',
      // Whether a value read from an array can be absent depends on noUncheckedIndexedAccess; tsc knows better.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
      '@typescript-eslint/unified-signatures': 'off',
      // There are no enums (noEnum): a tenth of the time for nothing.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': ['error', noDefaultExport, noBarrel, noReExport, noEnum, noModuleState],
    },
  },
  {
    // Typed arrays are read with `!` where sizes are an invariant of the algorithm.
    files: ['src/numerics/**/*.ts', 'src/kernel/**/*.ts', 'test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // What beforeAll makes is kept in a variable of the test file.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport, noBarrel, noReExport, noEnum],
      // Methods are taken out of objects by destructuring; one that needs `this` fails the test at once.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['src/index.ts', 'src/cli/node.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noBarrel, noEnum, noModuleState] },
  },
  {
    // Straight-line code for hot modes is generated with `new Function` here, and nowhere else.
    files: ['src/kernel/simulation/linear/step-code.ts'],
    rules: { '@typescript-eslint/no-implied-eval': 'off' },
  },
  {
    files: ['src/cli/**/*.ts', 'test/bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        encodeURIComponent: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        WebAssembly: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
      },
    },
    rules: { 'max-lines': ['error', { max: 400 }], eqeqeq: 'error' },
  },
  // The report's script names the browser's globals that it uses at its head.
  { files: ['src/report/page/*.js'], linterOptions: { noInlineConfig: false } },
  { files: ['eslint.config.js', 'vitest.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['vitest.config.ts'], extends: [tseslint.configs.disableTypeChecked] },
);
