import { type ApiObject, failure } from '../apimachinery/index.js';
import {
  type ObservedAdmission,
  type ObservedRequest,
  RequestObservers,
  type RequestSignal,
} from '../request/index.js';
import { DecodeError, type ObjectShape } from '../schema/index.js';
import type { AdmissionAttributes, AdmittedResource, EquivalentResource } from './admission-attributes.js';
import { AdmissionChain } from './admission-chain.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { WriteAttributes, type WriteFacts } from './write-attributes.js';

const THINGS = { group: 'test.example.com', version: 'v1', resource: 'things' };
const OTHERS = { group: 'test.example.com', version: 'v1', resource: 'others' };
const KIND = { group: 'test.example.com', version: 'v1', kind: 'Thing' };

/** A shape that sorts the labels of objects and defaults one, as a decoded object would have them. */
const SHAPE = {
  canonicalize: (object: ApiObject) => {
    if (object.metadata === undefined) throw new DecodeError('it has no metadata');
    return structuredClone(object);
  },
  applyDefaults: ({ metadata }: ApiObject) => {
    metadata.labels = { defaulted: 'yes', ...metadata.labels };
  },
} as unknown as ObjectShape;

let chain: AdmissionChain;
let observers: RequestObservers;
let calls: string[];

beforeEach(() => {
  observers = new RequestObservers(() => {});
  chain = new AdmissionChain(observers);
  calls = [];
});

const thing = (labels: Record<string, string> = {}): ApiObject => ({
  kind: 'Thing',
  apiVersion: 'test.example.com/v1',
  metadata: { name: 'a', labels },
});

function write(facts: Partial<WriteFacts> = {}): WriteAttributes {
  const user = { name: 'alice', groups: [] };
  const object = thing();
  return new WriteAttributes({
    ...{ operation: 'CREATE', kind: KIND, resource: THINGS, namespace: 'n', name: 'a', user, object },
    ...facts,
  });
}

interface FakeOptions extends Partial<Omit<AdmissionPlugin, 'name'>> {
  /** Resources it handles. */
  readonly of?: string;
}

/** A plugin that records its calls, and has the given behaviour. */
function fake(name: string, { of, admit, validate, ...options }: FakeOptions = {}): AdmissionPlugin {
  const note = (what: string, { round }: AdmissionAttributes): void =>
    void calls.push(round === 0 ? `${name} ${what}` : `${name} ${what} again`);
  return {
    name,
    handles: (_operation, { resource }) => of === undefined || of === resource,
    ...(admit && {
      admit: (attributes) => {
        note('admit', attributes);
        return admit(attributes);
      },
    }),
    ...(validate && {
      validate: (attributes) => {
        note('validate', attributes);
        return validate(attributes);
      },
    }),
    ...options,
  };
}

const label =
  (key: string) =>
  ({ object }: AdmissionAttributes): void =>
    void (object!.metadata.labels![key] = 'set');

const leave = (): false => false;

describe('the plugins that are asked', () => {
  const admitted = async (attributes: WriteAttributes): Promise<string[]> => {
    calls = [];
    await chain.mutate(attributes, SHAPE);
    await chain.validate(attributes);
    return calls;
  };

  it('are those that handle the operation on the resource, in order', async () => {
    chain.use([
      fake('First', { admit: leave }),
      fake('Others', { of: 'others', admit: leave, validate: () => {} }),
      fake('Things', { of: 'things', admit: leave, validate: () => {} }),
    ]);
    expect(await admitted(write())).toEqual(['First admit', 'Things admit', 'Things validate']);
    expect(await admitted(write({ resource: OTHERS }))).toEqual(['First admit', 'Others admit', 'Others validate']);
  });

  it('are asked what they handle once for each pair, with the subresource', async () => {
    const asked: [string, AdmittedResource][] = [];
    const handles: AdmissionPlugin['handles'] = (operation, resource) => {
      asked.push([operation, resource]);
      return true;
    };
    chain.use([fake('One', { handles, admit: leave })]);
    for (let i = 0; i < 3; i++) {
      await admitted(write());
      await admitted(write({ operation: 'UPDATE' }));
      await admitted(write({ operation: 'UPDATE', subresource: 'status' }));
    }
    expect(asked).toEqual([
      ['CREATE', { ...THINGS, subresource: '' }],
      ['UPDATE', { ...THINGS, subresource: '' }],
      ['UPDATE', { ...THINGS, subresource: 'status' }],
    ]);
  });

  it('follow plugins that come and go, and what is served', async () => {
    let handled = 'others';
    let changed: () => void = () => {};
    chain.follow({ equivalentsOf: () => [], onChange: (listener) => (changed = listener) });
    chain.use([fake('Moving', { handles: (_, { resource }) => resource === handled, admit: leave })]);
    expect(await admitted(write())).toEqual([]);
    handled = 'things';
    expect(await admitted(write())).toEqual([]);
    changed();
    expect(await admitted(write())).toEqual(['Moving admit']);
    chain.use([]);
    expect(await admitted(write())).toEqual([]);
  });
});

describe('an object handed back', () => {
  const former: ApiObject = { kind: 'Thing', apiVersion: 'test.example.com/v1beta1', metadata: { name: 'former' } };

  it('takes the place of the one of the attributes, converted, for the plugins that follow', async () => {
    const seen: (string | undefined)[] = [];
    const see = ({ object }: AdmissionAttributes): false => {
      seen.push(object!.metadata.name);
      return false;
    };
    chain.use([fake('Converts', { admit: () => former }), fake('Sees', { admit: see })]);
    const restore = (object: ApiObject): ApiObject => ({ ...object, apiVersion: 'test.example.com/v1' });
    const attributes = write({ restore });
    expect(await chain.mutate(attributes, SHAPE)).toBe(true);
    expect(seen).toEqual(['former']);
    const labels = { defaulted: 'yes' };
    expect(attributes.object).toEqual({ ...thing(), metadata: { name: 'former', labels } });
  });

  it('may come later, and its conversion as well', async () => {
    chain.use([fake('Waits', { admit: async () => former })]);
    const attributes = write({ restore: async (object) => ({ ...object, apiVersion: 'test.example.com/v1' }) });
    await chain.mutate(attributes, SHAPE);
    expect(attributes.object).toMatchObject({ apiVersion: 'test.example.com/v1', metadata: { name: 'former' } });
  });

  it.each([
    ['another version', former],
    ['another kind', { ...thing(), kind: 'Other' }],
  ])('of %s where there is none is an internal error', async (_, object) => {
    chain.use([fake('Wrong', { admit: () => object })]);
    await expect(chain.mutate(write(), SHAPE)).rejects.toMatchObject({ code: 500 });
  });

  it('in the version of the attributes needs no conversion', async () => {
    chain.use([fake('Replaces', { admit: () => thing({ by: 'plugin' }) })]);
    const attributes = write();
    await chain.mutate(attributes, SHAPE);
    expect(attributes.object!.metadata.labels).toEqual({ by: 'plugin', defaulted: 'yes' });
  });
});

describe('reinvocation', () => {
  const again = { reinvocationPolicy: 'IfNeeded' } as const;

  it('calls those once more that ask for it, when a later one has changed the object', async () => {
    chain.use([
      fake('Asks', { ...again, admit: leave }),
      fake('Does not', { admit: leave }),
      fake('Changes', { ...again, admit: label('changed') }),
      fake('Last', { ...again, admit: leave }),
    ]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['Asks admit', 'Does not admit', 'Changes admit', 'Last admit', 'Asks admit again']);
  });

  it('calls nobody again where nothing has changed', async () => {
    chain.use([fake('Asks', { ...again, admit: leave }), fake('Last', { ...again, admit: leave })]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['Asks admit', 'Last admit']);
  });

  it('brings what changes in the second round into the form of a decoded object, and in that alone', async () => {
    const changing = ({ object, round }: AdmissionAttributes): false | void =>
      round === 0 ? false : void (object!.metadata.labels = { again: 'yes' });
    chain.use([fake('Asks', { ...again, admit: changing }), fake('Changes', { admit: label('changed') })]);
    const changed = write();
    await chain.mutate(changed, SHAPE);
    expect(changed.object?.metadata.labels).toEqual({ defaulted: 'yes', again: 'yes' });
    chain.use([fake('Asks', { ...again, admit: leave }), fake('Changes', { admit: label('changed') })]);
    let forms = 0;
    const once = { ...SHAPE, canonicalize: (object: ApiObject) => (forms++, structuredClone(object)) } as ObjectShape;
    await chain.mutate(write(), once);
    expect(forms).toBe(1);
  });

  it('answers that nothing has changed where there is no object', async () => {
    chain.use([fake('Any', { admit: () => {} })]);
    expect(await chain.mutate(write({ operation: 'DELETE', object: undefined }), SHAPE)).toBe(false);
    expect(await chain.mutate(write(), SHAPE)).toBe(true);
  });

  it('keeps plugins for resources and for their subresources apart', async () => {
    const handles: AdmissionPlugin['handles'] = (_, { subresource }) => subresource === '';
    chain.use([fake('Whole', { handles, admit: leave })]);
    await chain.mutate(write({ subresource: 'status' }), SHAPE);
    await chain.mutate(write({ subresource: 'scale' }), SHAPE);
    expect(calls).toEqual([]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['Whole admit']);
  });

  it('shows the changed object in its form, and keeps what is changed then', async () => {
    const seen: unknown[] = [];
    const note = ({ object, round }: AdmissionAttributes): void => {
      seen.push({ ...object!.metadata.labels });
      object!.metadata.labels![`round-${round}`] = 'set';
    };
    chain.use([fake('Notes', { ...again, admit: note }), fake('Changes', { admit: label('changed') })]);
    const attributes = write();
    await chain.mutate(attributes, SHAPE);
    const first = { defaulted: 'yes', 'round-0': 'set', changed: 'set' };
    expect(seen).toEqual([{}, first]);
    expect(attributes.object!.metadata.labels).toEqual({ ...first, 'round-1': 'set' });
    expect(attributes.round).toBe(0);
  });

  it('happens once, whatever it changes', async () => {
    chain.use([fake('A', { ...again, admit: label('a') }), fake('B', { ...again, admit: label('b') })]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['A admit', 'B admit', 'A admit again']);
  });

  it('does not happen where nothing was changed, or by itself or an earlier one only', async () => {
    chain.use([fake('Changes', { ...again, admit: label('a') }), fake('Leaves', { ...again, admit: leave })]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['Changes admit', 'Leaves admit']);
  });
});

describe('a request that is given up', () => {
  const signal = { aborted: false } as { aborted: boolean } & RequestSignal;

  beforeEach(() => {
    signal.aborted = false;
    Object.assign(signal, { throwIfAborted: () => signal.aborted && refuseLate() });
  });

  const giveUp = async (): Promise<false> => {
    signal.aborted = true;
    return false;
  };

  it('is shown to no further plugin that changes objects', async () => {
    chain.use([fake('Waits', { admit: giveUp }), fake('Next', { admit: leave })]);
    await expect(chain.mutate(write({ signal }), SHAPE)).rejects.toThrow('too late');
    expect(calls).toEqual(['Waits admit']);
  });

  it('is shown to no further plugin that refuses writes', async () => {
    chain.use([fake('Waits', { validate: async () => void (await giveUp()) }), fake('Next', { validate: () => {} })]);
    await expect(chain.validate(write({ signal }))).rejects.toThrow('too late');
    expect(calls).toEqual(['Waits validate']);
  });
});

describe('AdmissionAttributes', () => {
  it('have the equivalents of the resource, found once until what is served changes', async () => {
    const found: EquivalentResource[] = [{ resource: OTHERS, kind: { ...KIND, kind: 'Other' } }];
    const asked: unknown[] = [];
    let changed: () => void = () => {};
    chain.follow({
      equivalentsOf: (...question) => {
        asked.push(question);
        return found;
      },
      onChange: (listener) => (changed = listener),
    });
    const { equivalentsOf } = chain;
    expect(write({ equivalentsOf }).equivalents).toBe(found);
    expect(write({ equivalentsOf, subresource: 'scale' }).equivalents).toBe(found);
    expect(write({ equivalentsOf }).equivalents).toBe(found);
    expect(asked).toEqual([
      [THINGS, ''],
      [THINGS, 'scale'],
    ]);
    changed();
    expect(write({ equivalentsOf }).equivalents).toBe(found);
    expect(asked).toHaveLength(3);
    expect(write().equivalents).toEqual([]);
  });

  it('pass annotations to the recorder, if there is one', () => {
    const kept: unknown[] = [];
    const request = {
      annotate: (...annotation: unknown[]) => void kept.push(annotation),
    } as unknown as ObservedRequest;
    write({ request }).annotate('example.com/a', 'b', 'Request');
    write().annotate('example.com/c', 'd');
    expect(kept).toEqual([['example.com/a', 'b', 'Request']]);
  });
});

describe('the events of admission', () => {
  const told: Partial<ObservedAdmission>[] = [];

  beforeEach(() => {
    told.length = 0;
    observers.add({
      admitted: ({ plugin, step, round, isRejected, operation, request }) =>
        void told.push({ plugin: plugin && { name: plugin.name }, step, round, isRejected, operation, request }),
    });
  });

  const of = (name: string | undefined, more: Partial<ObservedAdmission> = {}): object => ({
    ...{
      plugin: name && { name },
      step: 'admit',
      round: 0,
      isRejected: false,
      operation: 'CREATE',
      request: undefined,
    },
    ...more,
  });

  it('is each plugin in its turn, and then the step, with the request', async () => {
    chain.use([
      fake('Asks', { reinvocationPolicy: 'IfNeeded', admit: leave }),
      fake('Changes', { admit: label('a'), validate: () => {} }),
      fake('Others', { of: 'others', admit: leave }),
    ]);
    const request = {} as ObservedRequest;
    const attributes = write({ request });
    await chain.mutate(attributes, SHAPE);
    await chain.validate(attributes);
    expect(told).toEqual([
      of('Asks', { request }),
      of('Changes', { request }),
      of('Asks', { request, round: 1 }),
      of(undefined, { request }),
      of('Changes', { request, step: 'validate' }),
      of(undefined, { request, step: 'validate' }),
    ]);
  });

  it('is who has rejected a write, and that the step ended so', async () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    chain.use([fake('Refuses', { admit: refuse }), fake('Later', { admit: leave })]);
    await expect(chain.mutate(write(), SHAPE)).rejects.toThrow('refused');
    expect(told).toEqual([of('Refuses', { isRejected: true }), of(undefined, { isRejected: true })]);
  });

  it('is the end of the step once where the request is given up, or what was changed is no object', async () => {
    const signal = { aborted: true, throwIfAborted: refuseLate } as unknown as RequestSignal;
    chain.use([fake('Never', { admit: leave })]);
    await expect(chain.mutate(write({ signal }), SHAPE)).rejects.toThrow('too late');
    chain.use([fake('Breaks', { admit: ({ object }) => void delete (object as Partial<ApiObject>).metadata })]);
    await expect(chain.mutate(write(), SHAPE)).rejects.toMatchObject({ code: 500 });
    const end = of(undefined, { isRejected: true });
    expect(told).toEqual([end, of('Breaks'), end]);
  });
});

function refuseLate(): never {
  throw failure(504, 'too late', {});
}
