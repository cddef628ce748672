import { notFound } from '../apimachinery/index.js';
import { parseRequestInfo } from '../request/index.js';
import { ApiType, Field, ObjectMeta, type ObjectShape, StructuralShape, shapeOf } from '../schema/index.js';
import { ApiHandler, isBesideUnstructured } from './api-handler.js';
import type { RequestContext } from './request-context.js';
import { UNLIMITED } from './request-seat.js';

@ApiType({ name: 'k8s.io.api.test.v1.Berth' })
class Berth {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

const TYPED = shapeOf(Berth);
const UNSTRUCTURED = new StructuralShape('com.example.v1.Berth', { type: 'object' });
const BERTHS = '/apis/example.com/v1/namespaces/n/berths';
const ACROSS = '/apis/example.com/v1/berths';
const NO_PATH = 'the server could not find the requested resource';
const NO_METHOD = 'the server does not allow this method on the requested resource';

/** A subresource that leads nowhere: its requests are located, and then there is no backend. */
const connectionOf = (passage: string): object => ({
  serves: 'connection',
  verbs: new Set(['get']),
  definition: { passage },
  operation: {
    locate: ({ name, path }: { name: string; path: string }) =>
      Promise.reject(notFound({ group: '', resource: 'backends' }, `${name}${path}`)),
  },
});

interface Asked {
  readonly method?: string;
  readonly type?: ObjectShape;
  readonly isNamespaced?: boolean;
}

function contextOf(path: string, { method = 'GET', type = TYPED, isNamespaced = true }: Asked = {}): RequestContext {
  const query = new URLSearchParams();
  const groupResource = { group: 'example.com', resource: 'berths' };
  const resource = {
    gvr: { ...groupResource, version: 'v1' },
    kind: { isNamespaced, groupResource, definition: {} },
    version: { type, apiVersion: 'example.com/v1' },
    serves: 'objects',
    verbs: new Set(['get', 'list']),
    subresources: new Map([
      ['gate', connectionOf('request')],
      ['rope', connectionOf('connection')],
    ]),
  };
  const info = parseRequestInfo(method, path, query);
  return { info, query, method, resource, headers: {}, path, seat: UNLIMITED } as unknown as RequestContext;
}

const handler = new ApiHandler({} as never);

/** The message of the error that a request ends in. */
async function errorOf(path: string, asked?: Asked): Promise<string> {
  const handle = async (): Promise<void> => handler.handle(contextOf(path, asked));
  return handle().then(
    () => 'none',
    (error: Error) => error.message,
  );
}

describe('ApiHandler, of connections below objects', () => {
  it.each([
    ['gate', 'backends "a" not found'],
    ['gate/more/parts', 'backends "a/more/parts" not found'],
    ['rope', 'backends "a" not found'],
    ['rope/more', NO_PATH],
  ])('forwards paths below %s only with whole requests: %s', async (below, message) => {
    expect(await errorOf(`${BERTHS}/a/${below}`)).toBe(message);
  });

  it('knows no path with an empty subresource', async () => {
    expect(await errorOf(`${BERTHS}/a//gate`)).toBe(NO_PATH);
  });
});

describe('ApiHandler, below objects of unstructured kinds', () => {
  it.each<[string, string, string, string]>([
    ['GET', 'gate', 'backends "a" not found', 'backends "a" not found'],
    ['GET', 'other', NO_PATH, 'berths.example.com "a" not found'],
    ['POST', 'gate', NO_METHOD, 'create is not supported on resources of kind "berths.example.com"'],
  ])('answers %s %s as the reference does: %s, or %s', async (method, below, typed, unstructured) => {
    expect(await errorOf(`${BERTHS}/a/${below}`, { method })).toBe(typed);
    expect(await errorOf(`${BERTHS}/a/${below}`, { method, type: UNSTRUCTURED })).toBe(unstructured);
  });
});

describe('isBesideUnstructured()', () => {
  it.each<[string, string, boolean, boolean]>([
    ['GET', BERTHS, true, false],
    ['POST', BERTHS, true, false],
    ['GET', ACROSS, true, false],
    ['POST', ACROSS, true, true],
    ['GET', `${ACROSS}/a`, true, true],
    ['POST', '/apis/example.com/v1/namespaces//berths', true, false],
    ['GET', ACROSS, false, false],
    ['POST', ACROSS, false, false],
    ['GET', BERTHS, false, true],
  ])('%s %s of a kind with namespaces (%s): %s', (method, path, isNamespaced, expected) => {
    expect(isBesideUnstructured(contextOf(path, { method, isNamespaced, type: UNSTRUCTURED }))).toBe(expected);
    expect(isBesideUnstructured(contextOf(path, { method, isNamespaced }))).toBe(false);
  });

  it('is false where no resource is found', () => {
    const context = { ...contextOf(ACROSS, { method: 'POST' }), resource: undefined } as unknown as RequestContext;
    expect(isBesideUnstructured(context)).toBe(false);
  });
});
