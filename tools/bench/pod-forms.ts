// The processing of a pod; bundled and measured by tools/bench/forms.mjs.
import {
  type ApiObject,
  collectFieldErrors,
  type FieldError,
  formatFieldErrors,
} from '../../src/apimachinery/index.js';
import { decodeProtobuf, decodeProtobufObject, writeProtobuf } from '../../src/codecs/protobuf/index.js';
import { type Strategy } from '../../src/plugin-api/index.js';
import { declarationOf } from '../../src/plugin-api/built-in.js';
import { type KindDefinition, ResolvedKind } from '../../src/registry/index.js';
import type { StrategyContext } from '../../src/registry/kinds/strategy.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';

const core = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!).find(({ group }) => group === '')!;
const definition = core.kinds.find(({ kind }) => kind === 'Pod') as unknown as KindDefinition;
const { type } = new ResolvedKind('', definition).storage;
const strategy = definition.strategy as Strategy<ApiObject>;
const context = { isEnabled: () => false, subresource: '', namespace: 'default' } as unknown as StrategyContext;

function errorsOf(pod: ApiObject): FieldError[] {
  return collectFieldErrors(() => [...type.validate(pod), ...strategy.validate!(pod, context)]);
}

/** Pieces of work to measure, and sizes in bytes. */
interface PodForms {
  readonly runs: Readonly<Record<'json' | 'protobufWrite' | 'protobufRead' | 'validate', () => unknown>>;
  readonly sizes: Readonly<Record<'bytes' | 'protobufBytes', number>>;
}

/** Opens the forms of a pod that is given as JSON. Throws where it is not valid. */
export function openPodForms(text: string): PodForms {
  const pod = type.canonicalize(type.decode(JSON.parse(text) as never)) as unknown as ApiObject;
  const compact = JSON.stringify(pod);
  if (errorsOf(pod).length > 0) throw new Error(`the pod is not valid: ${formatFieldErrors(errorsOf(pod))}`);
  const bytes = writeProtobuf(pod, type);
  return {
    runs: {
      json: () => JSON.parse(JSON.stringify(pod)) as unknown,
      protobufWrite: () => writeProtobuf(pod, type),
      protobufRead: () => decodeProtobufObject(type.protobuf!, decodeProtobuf(bytes).raw),
      validate: () => errorsOf(pod),
    },
    sizes: { bytes: compact.length, protobufBytes: bytes.length },
  };
}
