// Measures the processing of a pod in this process, in microseconds; bundled and run by tools/bench/forms.mjs.
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
import { microseconds } from './microseconds.js';

const core = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!).find(({ group }) => group === '')!;
const definition = core.kinds.find(({ kind }) => kind === 'Pod') as unknown as KindDefinition;
const { type } = new ResolvedKind('', definition).storage;
const strategy = definition.strategy as Strategy<ApiObject>;
const context = { isEnabled: () => false, subresource: '', namespace: 'default' } as unknown as StrategyContext;

function errorsOf(pod: ApiObject): FieldError[] {
  return collectFieldErrors(() => [...type.validate(pod), ...strategy.validate!(pod, context)]);
}

/** Measures the forms of a pod that is given as JSON: microseconds, and bytes. Throws where it is not valid. */
export function measurePodForms(text: string): Record<string, number> {
  const pod = type.canonicalize(type.decode(JSON.parse(text) as never)) as unknown as ApiObject;
  const compact = JSON.stringify(pod);
  if (errorsOf(pod).length > 0) throw new Error(`the pod is not valid: ${formatFieldErrors(errorsOf(pod))}`);
  const bytes = writeProtobuf(pod, type);
  return {
    json: microseconds(() => JSON.parse(JSON.stringify(pod))),
    protobufWrite: microseconds(() => writeProtobuf(pod, type)),
    protobufRead: microseconds(() => decodeProtobufObject(type.protobuf!, decodeProtobuf(bytes).raw)),
    validate: microseconds(() => errorsOf(pod)),
    bytes: compact.length,
    protobufBytes: bytes.length,
  };
}
