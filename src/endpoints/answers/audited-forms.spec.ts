import type { AuditTrail } from '../../audit/index.js';
import type { WrittenList } from '../../codecs/index.js';
import { takeListChunk } from '../../../test/support/list-chunk.js';
import { turns } from '../../observability/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import { AuditedRepresentation } from './audited-representation.js';
import type { Representation } from './representation.js';

let recorded: unknown[];

const trail: Partial<AuditTrail> = { sawResponse: (encode) => void recorded.push(JSON.parse(encode())) };

describe('AuditedRepresentation', () => {
  const page = { entries: [], meta: { continue: '', resourceVersion: '7' } };
  const serializer = { name: 'yaml' };
  const sent = {
    ...{ serializer, contentType: 'application/yaml', key: 'form', isTable: true },
    emptyList: () => 'empty',
    frame: (type: string) => `frame ${type}`,
    bookmark: () => 'bookmark',
    prepare: () => 'prepared',
    list: ({ meta }: ListPage) => ({ pieces: [JSON.stringify(meta)] }),
    checkInclude: () => {
      throw new Error('no such rows');
    },
  } as unknown as Representation;
  const entry = {} as CacheEntry;

  /** The recorded form of what is written as `sent`, in JSON from `pieces`. */
  const auditedOf = (marksEnd: boolean, pieces?: Iterable<Uint8Array>): AuditedRepresentation => {
    recorded = [];
    const list = ({ meta }: ListPage): WrittenList => ({ pieces: pieces ?? [Buffer.from(JSON.stringify(meta))] });
    const json = { ...sent, list } as Representation;
    return new AuditedRepresentation({ sent, json, marksEnd }, trail as AuditTrail);
  };

  it('writes everything else as the form that is sent', () => {
    const audited = auditedOf(false);
    expect(audited).toMatchObject({ serializer, contentType: 'application/yaml', key: 'form', isTable: true });
    expect([audited.emptyList(), audited.frame('ADDED', entry), audited.bookmark({ metadata: {} })]).toEqual([
      'empty',
      'frame ADDED',
      'bookmark',
    ]);
    expect(audited.prepare(page, () => false)).toBe('prepared');
    expect(() => audited.checkInclude()).toThrow('no such rows');
  });

  it.each([
    [true, { continue: '', resourceVersion: '7' }],
    [false, { resourceVersion: '7' }],
  ])('records the end of a list where its kind marks that: %s', async (marksEnd, meta) => {
    const list = await auditedOf(marksEnd).list(page, () => false);
    expect([...list.pieces]).toEqual([JSON.stringify(page.meta)]);
    expect(recorded).toEqual([meta]);
  });

  it('gives buffers back when it has copied them, and lets others work meanwhile', async () => {
    let rounds = 0;
    const chunk = takeListChunk().fill(32);
    function* slow(): Generator<Uint8Array> {
      yield Buffer.from('{');
      setImmediate(() => (rounds += 1));
      while (!turns.isOver());
      yield chunk;
      expect(rounds).toBeGreaterThan(0);
      yield Buffer.from('}');
    }
    await auditedOf(false, slow()).list(page, () => false);
    expect(recorded).toEqual([{}]);
    expect(takeListChunk().buffer === chunk.buffer).toBe(true);
  });
});
