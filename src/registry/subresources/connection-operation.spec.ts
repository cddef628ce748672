import { type AdmissionAttributes, AdmissionPlugin } from '../../admission/index.js';
import { forbiddenResource } from '../../apimachinery/index.js';
import type { Destination } from '../../proxy/index.js';
import type { TextAtHand } from '../kinds/connection-definition.js';
import { ApiType, Field, shapeOf } from '../../schema/index.js';
import { type ThingStore, clientContext, openThingStore } from '../../../test/support/registry-store.js';
import type { ConnectRequest, ConnectionDefinition, Passage } from '../kinds/connection-definition.js';
import { ConnectionOperation } from './connection-operation.js';

@ApiType({ name: 'com.example.v1.Wish' })
class Wish {
  @Field(1, 'string') path?: string;
  @Field(2, 'string', { list: true }) words?: string[];
}

const NOWHERE: Destination = { scheme: 'http', host: 'h', port: '', path: '', query: '', peer: 'workload' };

let things: ThingStore;
let told: AdmissionAttributes[];
let asked: ConnectRequest[];
let refuses: boolean;
let gone: AbortController;

class RecordingAdmission extends AdmissionPlugin {
  readonly name = 'Recording';

  handles(): boolean {
    return true;
  }

  override admit({ object }: AdmissionAttributes): void {
    (object as Wish).words?.push('more');
  }

  override validate(attributes: AdmissionAttributes): void {
    told.push(attributes);
    if (refuses) throw forbiddenResource({ group: '', resource: 'things' }, 'a', 'no');
  }
}

beforeEach(async () => {
  things = await openThingStore({ plugins: [new RecordingAdmission()] });
  told = [];
  asked = [];
  refuses = false;
  gone = new AbortController();
});

afterEach(() => things.close());

const locate = (passage: Passage, query: string, path = ''): Promise<Destination | TextAtHand | undefined> => {
  const definition = { name: 'open', passage, group: '', version: 'v1', kind: 'Wish' } as ConnectionDefinition;
  const connector = {
    locate: (request: ConnectRequest) => {
      asked.push(request);
      return Promise.resolve(NOWHERE);
    },
  };
  const operation = new ConnectionOperation({
    definition,
    type: shapeOf(Wish),
    connector,
    parent: things.store as never,
  });
  const context = clientContext({ subresource: 'open', signal: gone.signal as never });
  return operation.locate({ verb: 'get', namespace: 'n', name: 'a', query: new URLSearchParams(query), path, context });
};

describe('ConnectionOperation.locate()', () => {
  it('has the options admitted as what is connected with, and hands on what came of them', async () => {
    expect(await locate('connection', 'words=a&path=/p')).toBe(NOWHERE);
    expect(
      told.map(({ operation, kind, subresource, options }) => [operation, kind.kind, subresource, options]),
    ).toEqual([['CONNECT', 'Wish', 'open', undefined]]);
    expect(asked[0]).toMatchObject({ namespace: 'n', name: 'a', options: { words: ['a', 'more'], path: '/p' } });
  });

  it('takes the path for that which follows, where requests go through', async () => {
    await locate('request', 'path=/elsewhere', '/below/');
    expect(asked[0].options).toMatchObject({ path: '/below/' });
  });

  it('asks admission nothing about a text', async () => {
    await locate('text', 'words=a');
    expect([told, asked[0].options]).toEqual([[], { words: ['a'] }]);
  });

  it('leads nowhere what is not admitted', async () => {
    refuses = true;
    await expect(locate('connection', '')).rejects.toMatchObject({ status: { code: 403 } });
    expect(asked).toEqual([]);
  });

  it('leads a client that has gone nowhere', async () => {
    gone.abort(new Error('gone'));
    await expect(locate('text', '')).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });
});
