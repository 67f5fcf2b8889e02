/**
 * A model of dynamical systems and interactions as an XML file ([intro] 9.1) -> the kernel's model and how it is to be simulated.
 *
 *     <SiconosModel>  <Time> t0, T   <NSDS> DS_Definition, Interaction_Definition   <Simulation> steps and integrators
 *
 * The root may have any name. All problems of the systems are told in one run, then all of what links and steps them.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { SourceText } from '../base/span.js';
import type { DynamicalSystem } from '../kernel/modeling/systems/dynamical-system.js';
import { Interaction } from '../kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../kernel/modeling/nonsmooth-dynamical-system.js';
import { ElementReader, entryFor } from './element-reader.js';
import { lawTable } from './law-table.js';
import { type NamedSystem, systemsConcerned } from './named-system.js';
import { loadPlugins, type PluginSource } from './plugins.js';
import { relationTable } from './relation-table.js';
import { readSimulation, type SimulationPlan } from './simulation-plan.js';
import { systemTable } from './system-table.js';
import { parseXml } from './xml-tree.js';

export interface NamedInteraction {
  readonly name: string;
  readonly interaction: Interaction;
}

export interface ModelFile {
  readonly title: string;
  readonly model: NonSmoothDynamicalSystem;
  readonly systems: readonly NamedSystem[];
  readonly interactions: readonly NamedInteraction[];
  readonly plan: SimulationPlan;
}

export interface ModelFileOptions {
  readonly plugins: PluginSource;
  /** End of the run in seconds, in place of the file's. */
  readonly tstop?: number | undefined;
}

/** Reads a model; undefined where there is an error among the diagnostics. */
export async function readModelFile(
  source: SourceText,
  { plugins: pluginSource, tstop }: ModelFileOptions,
  diagnostics: Diagnostics,
): Promise<ModelFile | undefined> {
  const root = parseXml(source, diagnostics);
  if (!root) return undefined;
  const plugins = await loadPlugins(root, pluginSource);
  const document = new ElementReader(root, { diagnostics, plugins });
  const title = document.child('Title')?.text ?? '';
  const [t0, T] = readTime(document, tstop);
  const nsds = document.required('NSDS');
  const systems = readSystems(nsds?.required('DS_Definition'));
  // Sizes of all that follows are those of the systems.
  if (diagnostics.hasErrors) return undefined;
  const interactions = readInteractions(nsds?.child('Interaction_Definition'), systems);
  for (const name of ['Author', 'Description', 'Date', 'SchemaXML']) document.child(name);
  const simulation = document.required('Simulation');
  const plan = simulation && T !== undefined && readSimulation(simulation, systems, { t0, T });
  document.close();
  nsds?.close();
  if (diagnostics.hasErrors || T === undefined || !plan) return undefined;
  const model = document.make(() => {
    const made = new NonSmoothDynamicalSystem(t0, T);
    for (const { system } of systems) made.insertDynamicalSystem(system);
    for (const { interaction, linked } of interactions) made.link(interaction, ...linked);
    return made;
  });
  return model && { title, model, systems, interactions, plan };
}

function readTime(
  document: ElementReader,
  tstop: number | undefined,
): readonly [t0: number, T: number | undefined] {
  const time = document.child('Time');
  const t0 = time?.child('t0')?.number() ?? 0;
  const T = tstop ?? time?.child('T')?.number();
  time?.close();
  if (T === undefined && !document.context.diagnostics.hasErrors)
    document.error(
      'no-end',
      'the model has no final time',
      'write <Time><t0>0</t0><T>1</T></Time>, or run with --tstop',
    );
  return [t0, T];
}

function readSystems(definition: ElementReader | undefined): readonly NamedSystem[] {
  const systems: NamedSystem[] = [];
  for (const element of definition?.children ?? []) {
    const system = entryFor(systemTable, element, 'dynamical system')?.(element);
    const number = element.attribute('number') ?? String(systems.length + 1);
    const name = nameOf(element, number);
    if (systems.some((each) => each.name === name))
      element.error('duplicate-name', `there are two systems ${name}`, 'give each an Id of its own');
    element.close();
    if (system) systems.push({ name, keys: [number, name], system });
  }
  if (definition && definition.children.length === 0)
    definition.error('no-system', 'the model has no dynamical system');
  return systems;
}

/** What a system or an interaction is called; its number where that is nothing. */
function nameOf(element: ElementReader, number: string): string {
  const names = [element.child('Id')?.text, element.attribute('Id'), element.attribute('Name')];
  return (names.find((name) => name !== undefined && name !== '') ?? number).toLowerCase();
}

interface LinkedInteraction extends NamedInteraction {
  readonly linked: readonly DynamicalSystem[];
}

function readInteractions(
  definition: ElementReader | undefined,
  systems: readonly NamedSystem[],
): readonly LinkedInteraction[] {
  const names = new Set<string>();
  return (definition?.children ?? []).flatMap((element, k): LinkedInteraction[] => {
    if (element.name !== 'Interaction') {
      element.error('unknown-element', `${element.name} is no Interaction`);
      return [];
    }
    const name = nameOf(element, element.attribute('number') ?? String(k + 1));
    if (names.has(name))
      element.error('duplicate-name', `there are two interactions ${name}`, 'give each an Id of its own');
    names.add(name);
    const concerned = element.required('DS_Concerned');
    const linked = concerned && systemsConcerned(concerned, systems);
    const content = element.required('Interaction_Content');
    const [relationOf, lawOf] = content?.children ?? [];
    if (!content || !linked) return [];
    if (!relationOf || !lawOf) {
      content.error('missing-element', 'an interaction has a relation, then a law');
      return [];
    }
    const size =
      element.child('size')?.number() ?? Number(lawOf.attribute('size') ?? lawOf.child('size')?.text ?? 1);
    const relation = entryFor(
      relationTable,
      relationOf,
      'relation',
    )?.(relationOf, {
      size,
      systems: linked.map(({ system }) => system),
    });
    const law = entryFor(lawTable, lawOf, 'nonsmooth law')?.(lawOf, size);
    for (const each of [element, relationOf, lawOf]) each.close();
    const interaction = relation && law && element.make(() => new Interaction(law, relation));
    return interaction ? [{ name, interaction, linked: linked.map(({ system }) => system) }] : [];
  });
}
