import { type ListHead, type ReadBody, type Serializer, Serializers, SyntaxFault } from '../../src/codecs/index.js';
import type { ApiObject } from '../../src/apimachinery/index.js';
import type { ObjectShape } from '../../src/schema/index.js';
import { golden } from '../support/golden.js';

/** An object that every format writes and reads back; its bytes in each are in test/golden. */
export interface SerializerSample {
  readonly name: string;
  readonly type: ObjectShape;
  /** In canonical form, with kind and apiVersion. */
  readonly object: ApiObject;
  readonly head: ListHead;
}

/** The differences between formats that their tests depend on. */
export interface SerializerFacts {
  readonly mediaType: string;
  readonly aliases?: readonly string[];
  readonly offeredAs: string | undefined;
  /** Bodies that are not in the format, with what is said of them. */
  readonly malformed: readonly (readonly [string, string])[];
  /** Splits what a stream has carried into the events' type and object. */
  readonly events: (stream: Buffer) => Promise<readonly { type: string; object: unknown }[]>;
  /** The part of a stream that a message over a WebSocket stands for, where it is another. */
  readonly frameOf?: (message: Buffer) => Buffer;
}

/** The tests every serializer passes. `make` answers a new one. */
export function describeSerializerContract(
  make: () => Serializer,
  samples: readonly SerializerSample[],
  facts: SerializerFacts,
): void {
  const serializer = make();
  const { name } = serializer;
  const readBack = async (bytes: Buffer, type: ObjectShape): Promise<object> => {
    const { value } = await serializer.read(bytes, type);
    return canonicalOf(value, type);
  };

  describe(`${name}: the serializer contract`, () => {
    it('is known by its media types', () => {
      const serializers = new Serializers([serializer]);
      expect(serializer.mediaType).toBe(facts.mediaType);
      for (const mediaType of [facts.mediaType, ...(facts.aliases ?? [])]) {
        expect(serializers.forBody(mediaType, true)).toBe(serializer);
        expect(serializers.negotiate(mediaType, { presentations: [], hasLayout: true })?.serializer).toBe(serializer);
      }
      expect(serializers.streamTypes).toEqual(facts.offeredAs === undefined ? [] : [facts.offeredAs]);
    });

    describe.each(samples)('$name', ({ name: sample, type, object, head }) => {
      it('is written as its golden file', async () => {
        const bytes = await serializer.write(object, { type });
        expect(bytes).toEqual(golden(`${sample}.${name}`, bytes));
      });

      it('comes back from its bytes', async () => {
        const bytes = await serializer.write(object, { type });
        expect(await readBack(bytes, type)).toEqual(object);
      });

      it('is not changed by being written', async () => {
        const before = structuredClone(object);
        await serializer.write(object, { type, isPretty: true });
        await serializer.stream.write(object, { type });
        expect(object).toEqual(before);
      });

      it('is recognized', async () => {
        expect(serializer.recognizes(await serializer.write(object, { type }))).not.toBe(false);
      });

      it('makes a list, written whole or put together from items alike', async () => {
        const { kind: _kind, apiVersion, ...item } = object;
        const list = { kind: head.kind, apiVersion, metadata: head.metadata, items: [item, item] };
        const whole = await serializer.write(list, { type });
        expect(whole).toEqual(golden(`${sample}-list.${name}`, whole));
        const joined = await joinedList(serializer, { type, object, head });
        expect(joined ?? whole).toEqual(whole);
      });

      it.each([false, true])(
        'makes a list in pieces, with its items as they are reached (isPretty: %s)',
        async (isPretty) => {
          const { kind: _kind, apiVersion, ...item } = object;
          const document = { kind: head.kind, apiVersion, metadata: head.metadata, items: [] };
          const list = { document, member: 'items', count: 2 };
          const pieces = await serializer.pieces(list, [item, item], { type, isPretty });
          const whole = await serializer.write({ ...document, items: [item, item] }, { type, isPretty });
          expect(Buffer.concat([...pieces])).toEqual(whole);
        },
      );

      it('streams as delimited events', async () => {
        const { stream } = serializer;
        const written = await stream.write(object, { type });
        const frames = [await stream.frame('ADDED', written), await stream.frame('MODIFIED', written)];
        const bytes = Buffer.concat(frames);
        expect(bytes).toEqual(golden(`${sample}-watch.${name}`, bytes));
        const events = await facts.events(bytes);
        expect(events.map((event) => event.type)).toEqual(['ADDED', 'MODIFIED']);
        for (const event of events) expect(canonicalOf(event.object, type)).toEqual(object);
      });

      it('streams as messages of a WebSocket, one an event', async () => {
        const { stream } = serializer;
        const message = stream.message(await stream.frame('ADDED', await stream.write(object, { type })));
        const [event] = await facts.events(facts.frameOf?.(message) ?? message);
        expect(canonicalOf(event.object, type)).toEqual(object);
      });
    });

    it.each(facts.malformed)('refuses %j', async (text, message) => {
      const bytes = Buffer.from(text);
      const { type } = samples[0];
      const read = async (): Promise<ReadBody> => serializer.read(bytes, type);
      await expect(read()).rejects.toThrow(SyntaxFault);
      await expect(read()).rejects.toThrow(message);
    });

    it('survives bytes of every kind', async () => {
      const { type, object } = samples[0];
      const bytes = await serializer.write(object, { type });
      for (let length = 0; length < bytes.length; length += 7) {
        const outcome = await outcomeOf(() => serializer.read(bytes.subarray(0, length), type));
        expect(outcome).toMatch(/^(read|SyntaxFault)$/);
      }
    });

    it('changes no prototypes', async () => {
      const { type } = samples[0];
      const evil = JSON.parse('{"kind":"X","metadata":{"labels":{"__proto__":"a","constructor":"b"}}}') as object;
      const bytes = await serializer.write(evil, { type });
      const { value } = await serializer.read(bytes, type);
      expect(({} as Record<string, unknown>).a).toBeUndefined();
      const { labels } = (value as unknown as ApiObject).metadata;
      expect(Object.entries(labels!).sort()).toEqual([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]);
    });
  });
}

function canonicalOf(value: unknown, type: ObjectShape): object {
  const object = type.decode(value);
  type.applyDefaults(object);
  return type.canonicalize(object);
}

async function joinedList(
  serializer: Serializer,
  { type, object, head }: Pick<SerializerSample, 'type' | 'object' | 'head'>,
): Promise<Buffer | undefined> {
  const lists = await serializer.lists?.();
  const item = lists?.item(object, type);
  if (!item) return undefined;
  const items = lists!.joinItems(head, { bytes: [item, item], count: 2, sizes: [item.length, item.length] });
  const { pieces, length } = lists!.enclose(head, items);
  const joined = Buffer.concat([...pieces]);
  if (length !== undefined) expect(length).toBe(joined.length);
  return joined;
}

async function outcomeOf(read: () => unknown): Promise<string> {
  try {
    await read();
    return 'read';
  } catch (error) {
    return error instanceof SyntaxFault ? 'SyntaxFault' : String(error);
  }
}
