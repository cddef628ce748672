import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import { checkHandlers } from './check-handlers.js';

const nothing = () => Promise.resolve();

class Right {
  handle = nothing;
  locate = nothing;
  create = nothing;
  get = nothing;
  list = nothing;
}

class Misspelt {
  handel = nothing;
}

/** The mistakes of a kind with these members, made of both classes. */
function mistakesOf(kind: object, versionsOf: object[] = []): string[] {
  const kinds = [{ kind: 'Ship', plural: 'ships', versions: [], ...kind }];
  const declaration = { kinds, versionsOf } as unknown as ApiGroupDeclaration;
  return checkHandlers('SeaPlugin', declaration, (hook) => new hook());
}

const version = (handler: unknown) => ({ name: 'v1', subresources: [{ name: 'moor', handler }] });
const HANDLER = 'has no handle(); expected a class that implements SubresourceHandler';

describe('checkHandlers()', () => {
  it.each<[string, string[], string]>([
    [
      'a subresource',
      mistakesOf({ subresources: [{ name: 'moor', handler: Misspelt }] }),
      `Ship: its handler of moor, Misspelt, ${HANDLER}`,
    ],
    [
      'a subresource of a version',
      mistakesOf({ versions: [version(Misspelt)] }),
      `Ship: its handler of moor, Misspelt, ${HANDLER}`,
    ],
    [
      'a version of another kind',
      mistakesOf({}, [{ of: { group: '', resource: 'pods' }, versions: [version(Misspelt)] }]),
      `pods: its handler of moor, Misspelt, ${HANDLER}`,
    ],
    [
      'a connection',
      mistakesOf({ connections: [{ name: 'tow', connector: Misspelt }] }),
      'Ship: its connector of tow, Misspelt, has no locate(); expected a class that implements Connector',
    ],
    [
      'a review',
      mistakesOf({ review: Misspelt }),
      'Ship: its review, Misspelt, has no create(); expected a class that implements ReviewHandler',
    ],
    [
      'a source',
      mistakesOf({ source: Misspelt }),
      'Ship: its source, Misspelt, has no get(), list(); expected a class that implements ObjectSource',
    ],
  ])('reports functions that the class of %s lacks', (_what, mistakes, expected) => {
    expect(mistakes).toEqual([`SeaPlugin: ${expected}`]);
  });

  it('accepts classes that have their functions', () => {
    const connections = [{ name: 'tow', connector: Right }];
    expect(mistakesOf({ review: Right, source: Right, connections, versions: [version(Right)] })).toEqual([]);
  });
});
