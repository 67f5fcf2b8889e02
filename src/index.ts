/** The public API: runs in Node and in browsers. Files are in `nscircuit/node`. */

// From a netlist to waveforms
export {
  cardSteps,
  plannedSteps,
  runCard,
  simulate,
  type SimulateOptions,
  type SimulationResult,
  type SimulationRun,
} from './analysis/simulate.js';
export { checkNetlist, prepare, type Preparation, type PrepareOptions } from './analysis/preparation.js';
export type { PreparedCircuit } from './analysis/preparation/prepared-circuit.js';
export { planRuns, type PlannedRun, type RunPlan, type RunPreparation } from './analysis/run-plan.js';
export type { AnalysisReport, FinalValue } from './analysis/analysis.js';
export type { Certificate, Impulse, WorstResidual } from './analysis/certificate/certificate.js';
export type { EnergyBalance } from './analysis/certificate/energy/energy-share.js';
export { showCircuit } from './circuit/show.js';
export type { Device } from './circuit/device.js';
export type { CompiledCircuit, ReducedSystem } from './circuit/compiler/compiled-circuit.js';
export type { AnalysisCard, FlatCircuit, FlatElement } from './netlist/flat-circuit.js';

// What is reported, and the ports of the host
export {
  DiagnosticError,
  diagnosticToJson,
  formatDiagnostic,
  type Diagnostic,
  type RelatedPlace,
  type Severity,
} from './base/diagnostic.js';
export type { ByteSink, TextSource } from './base/host.js';
export { placeOf, type Place, type SourceText, type Span } from './base/span.js';
export { formatEngineering, formatNumber, parseNumber } from './base/units.js';

// The kernel: modelling
export { FirstOrderLinearDS, FirstOrderLinearTIDS } from './kernel/modeling/systems/first-order-linear-ds.js';
export { FirstOrderNonLinearDS } from './kernel/modeling/systems/first-order-nonlinear-ds.js';
export { FirstOrderLinearTIR } from './kernel/modeling/relations/first-order-linear-tir.js';
export { FirstOrderLinearR } from './kernel/modeling/relations/first-order-linear-r.js';
export { FirstOrderNonLinearR } from './kernel/modeling/relations/first-order-nonlinear-r.js';
export { FirstOrderType1R } from './kernel/modeling/relations/first-order-type1-r.js';
export { FirstOrderType2R } from './kernel/modeling/relations/first-order-type2-r.js';
export {
  ComplementarityConditionNSL,
  SwitchedComplementarityNSL,
} from './kernel/modeling/laws/complementarity-condition-nsl.js';
export { EqualityConditionNSL } from './kernel/modeling/laws/equality-condition-nsl.js';
export { MixedComplementarityConditionNSL } from './kernel/modeling/laws/mixed-complementarity-condition-nsl.js';
export { RelayNSL } from './kernel/modeling/laws/relay-nsl.js';
export { PiecewiseLinearNSL } from './kernel/modeling/laws/piecewise-linear-nsl.js';
export { NormalConeNSL, type ConvexSet } from './kernel/modeling/laws/normal-cone-nsl.js';
export type { NonSmoothLaw, SwitchGuard } from './kernel/modeling/laws/nonsmooth-law.js';
export type { DynamicalSystem } from './kernel/modeling/systems/dynamical-system.js';
export type { Relation, RelationLinearization } from './kernel/modeling/relations/relation.js';
export { ModelLayout } from './kernel/modeling/model-layout.js';
export { Interaction } from './kernel/modeling/interaction.js';
export { Reinitialisation } from './kernel/modeling/reinitialisation.js';
export { NonSmoothDynamicalSystem } from './kernel/modeling/nonsmooth-dynamical-system.js';
export { interactionLevels, relativeDegree } from './kernel/modeling/relations/relative-degree.js';
export { LagrangianDS, type LagrangianOptions } from './kernel/modeling/systems/lagrangian-ds.js';
export {
  LagrangianLinearDiagonalDS,
  LagrangianLinearTIDS,
} from './kernel/modeling/systems/lagrangian-linear-tids.js';
export { NewtonEulerDS, type NewtonEulerOptions } from './kernel/modeling/systems/newton-euler-ds.js';
export {
  fixedVelocities,
  harmonicVelocities,
  type BoundaryCondition,
} from './kernel/modeling/systems/boundary-condition.js';
export {
  LagrangianCompliantR,
  LagrangianRheonomousR,
  LagrangianScleronomousR,
} from './kernel/modeling/relations/lagrangian-r.js';
export {
  LagrangianCompliantLinearTIR,
  LagrangianLinearTIR,
} from './kernel/modeling/relations/lagrangian-linear-tir.js';
export {
  NewtonEuler1DR,
  NewtonEuler3DR,
  type ContactFrame,
  type ContactGeometry,
} from './kernel/modeling/relations/newton-euler-contact-r.js';
export {
  HingeJointR,
  NewtonEulerR,
  PivotJointR,
  SliderJointR,
} from './kernel/modeling/relations/newton-euler-joints.js';
export { NewtonImpactFrictionNSL, NewtonImpactNSL } from './kernel/modeling/laws/newton-impact-nsl.js';
export { LinearInput } from './kernel/modeling/signals/linear-input.js';
export { constantSignal } from './kernel/modeling/signals/constant-signal.js';
export type { Signal, SignalGenerator } from './kernel/modeling/signals/signal.js';
export { ModelError } from './kernel/modeling/model-error.js';

// The kernel: simulation by time stepping
export type {
  JacobianBlock,
  OneStepIntegrator,
  SystemStep,
} from './kernel/simulation/integrators/one-step-integrator.js';
export type { Integrators } from './kernel/simulation/integrators/integrator-assignment.js';
export { EulerMoreauOSI, type EulerMoreauOptions } from './kernel/simulation/integrators/euler-moreau-osi.js';
export { lcsScheme, thetaMethod } from './kernel/simulation/integrators/lecture-schemes.js';
export {
  CatchingUp,
  MovingPolyhedron,
  type MovingSet,
} from './kernel/simulation/time-stepping/catching-up.js';
export { LCP } from './kernel/simulation/problems/lcp.js';
export { MLCP } from './kernel/simulation/problems/mlcp.js';
export { Relay } from './kernel/simulation/problems/relay.js';
export { Equality } from './kernel/simulation/problems/equality.js';
export { BoxVI } from './kernel/simulation/problems/box-vi.js';
export { FrictionContact } from './kernel/simulation/problems/friction-contact.js';
export { MoreauJeanOSI, type MoreauJeanOptions } from './kernel/simulation/integrators/moreau-jean-osi.js';
export { SchatzmanPaoliOSI } from './kernel/simulation/integrators/schatzman-paoli-osi.js';
export { TimeDiscretisation } from './kernel/simulation/time-stepping/time-discretisation.js';
export type { Progress, Steps } from './kernel/simulation/time-stepping/steps.js';
export { TimeStepping, type TimeSteppingOptions } from './kernel/simulation/time-stepping/time-stepping.js';
export type { ProjectionMetric } from './kernel/simulation/newton/constraint-projection.js';
export type { ProjectionOptions } from './kernel/simulation/newton/projected-step.js';
export {
  AdaptiveTimeStepping,
  type AdaptiveOptions,
} from './kernel/simulation/time-stepping/adaptive-time-stepping.js';
export {
  ImpactSection,
  StroboscopicSection,
  type ImpactPoint,
  type SectionPoint,
} from './kernel/simulation/poincare-sections.js';
export { EventsManager } from './kernel/simulation/time-stepping/events-manager.js';
export { SimulationFailure } from './kernel/simulation/simulation-failure.js';
export type { EventKind, Observer, Segment, SimulationEvent } from './kernel/simulation/stream.js';

// The kernel: event-driven simulation
export { EventDriven, type EventDrivenOptions } from './kernel/simulation/event-driven/event-driven.js';
export { EventDrivenFailure } from './kernel/simulation/event-driven/event-driven-failure.js';
export type { EventFlow } from './kernel/simulation/event-driven/event-flow.js';
export { linearEventFlow } from './kernel/simulation/event-driven/linear-event-flow.js';
export { OdeFlow } from './kernel/simulation/event-driven/mechanics/ode-flow.js';
export {
  LagrangianFlow,
  type LagrangianFlowOptions,
} from './kernel/simulation/event-driven/mechanics/lagrangian-flow.js';

// Numerics
export { matrix } from './numerics/dense/matrix.js';
export { factorLU, solveLU, solveManyLU } from './numerics/dense/lu.js';
export { DenseLinearSolver } from './numerics/dense/dense-linear-solver.js';
export type { FactorStatus, LinearSolver } from './numerics/linear-solver.js';
export {
  lcpResidual,
  type LcpResult,
  type LcpSolver,
  type LcpStatus,
} from './numerics/lcp/linear-complementarity.js';
export { lemke } from './numerics/lcp/lemke.js';
export { principalPivot } from './numerics/lcp/principal-pivot.js';
export { exactSearch } from './numerics/lcp/exact-search.js';
export { solveLcp, type LcpReport, type SolveLcpOptions } from './numerics/lcp/solve-lcp.js';
export { classifyMatrix, type MatrixClass, type MatrixClassName } from './numerics/lcp/matrix-class.js';
export {
  contactKind,
  contactResidual,
  frictionContact,
  type ContactProblem,
  type ContactResult,
} from './numerics/friction/contact-problem.js';
export { ContactSolver, type ContactSolverOptions } from './numerics/friction/contact-solver.js';
export { contactLemke } from './numerics/friction/contact-lemke.js';
export { ContactNewton } from './numerics/friction/contact-newton.js';
export { Nsgs, type NsgsOptions } from './numerics/friction/nsgs.js';
export {
  globalContactResidual,
  solveGlobalContact,
  type ContactJacobian,
  type GlobalContactProblem,
} from './numerics/friction/global-contact.js';
export { blockMatrix, blocksOfDense, type BlockMatrix } from './numerics/sparse/block-matrix.js';

// Waveforms
export { MemoryPlot, playPlot } from './waveform/memory-plot.js';
export type { Column, ColumnUnit, Plot, PlotHeader, PlotSink } from './waveform/plot.js';
export { readCsv } from './waveform/csv-reader.js';
export { readRaw } from './waveform/raw-reader.js';
export { readPrn } from './waveform/prn-reader.js';
export { csvFormat } from './waveform/csv-format.js';
export { DelimitedWriter, type DelimitedFormat } from './waveform/delimited-writer.js';
export { prnFormat } from './waveform/prn-format.js';
export { wrdataFormat } from './waveform/wrdata-format.js';
export { RawWriter } from './waveform/raw-writer.js';
export { JsonWriter } from './waveform/json-writer.js';
export type { RunSummary, SummaryRow, WaveformWriter, WriterOptions } from './waveform/writer.js';
export { comparePlots, type ComparisonOptions, type PlotComparison } from './waveform/compare.js';
