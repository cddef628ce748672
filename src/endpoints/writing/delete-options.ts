import { badRequest, goQuote } from '../../apimachinery/index.js';
import { readInteger } from '../reading/list-options.js';
import { isTrue } from '../../request/index.js';
import { stringifyJson } from '../../codecs/index.js';
import { DecodeError, DeleteOptions, jsonTypeOf, shapeOf } from '../../schema/index.js';
import { documentFault } from '../bodies/type-meta.js';
import { bodySerializer, parseBody } from '../bodies/parse-body.js';
import { readBodyInTurn } from '../bodies/request-body.js';
import type { RequestContext } from '../request-context.js';

/** Reads delete options, as a release has them, from the body, or from the query where there is no body. */
export async function readDeleteOptions(context: RequestContext, release: string): Promise<DeleteOptions> {
  return (await sentOptions(context, release)) ?? fromQuery(context.query);
}

/** Delete options from the body; undefined without one. */
async function sentOptions(context: RequestContext, release: string): Promise<DeleteOptions | undefined> {
  const bytes = await readBodyInTurn(context);
  if (bytes.length === 0) return undefined;
  const type = shapeOf(DeleteOptions, release);
  // The error does not quote the body of a delete.
  const { value } = await parseBody(bytes, { serializer: bodySerializer(context, { type }), type, refuse: badRequest });
  const mismatch = documentFault(value);
  if (mismatch) throw badRequest(mismatch);
  checkOptionsKind(value);
  try {
    const options = type.decode(value ?? {}) as unknown as DeleteOptions;
    context.trail?.sawRequest(undefined, () => stringifyJson({ ...options, ...RECORDED_TYPE }));
    return options;
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(error.message) : error;
  }
}

/** The type that the reference records options as. */
const RECORDED_TYPE = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal' };

const OPTIONS_SCHEME = 'k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27';

function checkOptionsKind(value: unknown): void {
  const members = (value ?? {}) as { kind?: unknown; apiVersion?: unknown };
  const kind = textOf(members.kind, 'kind');
  const apiVersion = textOf(members.apiVersion, 'apiVersion');
  if (kind === '' || kind === 'DeleteOptions') return;
  throw badRequest(
    `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion || 'v1')} in scheme ${goQuote(OPTIONS_SCHEME)}`,
  );
}

function textOf(member: unknown, name: string): string {
  if (member === undefined || member === null) return '';
  if (typeof member === 'string') return member;
  const why = `json: cannot unmarshal ${jsonTypeOf(member)} into Go struct field .${name} of type string`;
  throw badRequest(`couldn't get version/kind; json parse error: ${why}`);
}

function fromQuery(query: URLSearchParams): DeleteOptions {
  const options: DeleteOptions = {};
  const grace = readInteger(query, 'gracePeriodSeconds');
  if (grace !== undefined) options.gracePeriodSeconds = Number(grace);
  const policy = query.get('propagationPolicy');
  if (policy !== null) options.propagationPolicy = policy;
  if (query.get('orphanDependents') !== null) options.orphanDependents = isTrue(query.get('orphanDependents'));
  const unsafe = query.get('ignoreStoreReadErrorWithClusterBreakingPotential');
  if (unsafe !== null) options.ignoreStoreReadErrorWithClusterBreakingPotential = isTrue(unsafe);
  const dryRun = query.getAll('dryRun').filter((v) => v !== '');
  if (dryRun.length > 0) options.dryRun = dryRun;
  const uid = query.get('uid') || undefined;
  const resourceVersion = query.get('resourceVersion') || undefined;
  if (uid !== undefined || resourceVersion !== undefined) options.preconditions = { uid, resourceVersion };
  return options;
}
