import { StatusError, WrongResult } from '../apimachinery/index.js';
import type { AdmissionAttributes } from './admission-attributes.js';

/** Errors of code; others, such as of aborted requests, mean something to the caller. */
const CODE_ERRORS: ReadonlySet<unknown> = new Set([
  Error,
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  WrongResult,
]);

/** A failure of code that names the part of a plugin that it is of. */
class PartFailure extends Error {}

type Phases = Readonly<Record<'admit' | 'validate', string>>;

/** Joined once per plugin: each write calls a dozen of them. */
const PHASES = new WeakMap<object, Phases>();

/** Returns the names of the phases of an admission plugin in reports. */
export function phasesOf(plugin: { readonly name: string }): Phases {
  let phases = PHASES.get(plugin);
  if (!phases) {
    const { name } = plugin;
    phases = { admit: `admission plugin ${name}: admit`, validate: `admission plugin ${name}: validate` };
    PHASES.set(plugin, phases);
  }
  return phases;
}

/** Returns the error to throw for an exception of an admission plugin: a failure of its code gets its name, anything else is unchanged. */
export function admissionFailure(
  plugin: { readonly name: string },
  { phase, signal }: { readonly phase: 'admit' | 'validate' } & Pick<AdmissionAttributes, 'signal'>,
  error: unknown,
): unknown {
  return partFailure(phasesOf(plugin)[phase], signal, error);
}

/** Returns the same for an exception of any part that admission calls. */
export function partFailure(part: string, signal: AdmissionAttributes['signal'], error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatusError || signal?.aborted) return error;
  if (!CODE_ERRORS.has(error.constructor)) return error;
  return new PartFailure(`${part} failed: ${error.message}`, { cause: error });
}
