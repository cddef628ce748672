import { CommandError } from '../output.js';
import { RenamedObjects, type Renaming } from './renamed-objects.js';

const BUOYS: Renaming = {
  from: { group: 'sea.example.com', plural: 'buoys' },
  to: { group: 'lake.example.com', plural: 'rafts' },
  kind: 'Raft',
};
const KEY = '/registry/sea.example.com/buoys/default/north';
const BUOY = '{"kind":"Buoy","apiVersion":"sea.example.com/v1","metadata":{"name":"north"}}';
const stored = (value: string, key = KEY) => ({ key, value: Buffer.from(value) });
const ownedBy = (kind: string, apiVersion = 'sea.example.com/v1'): string =>
  `{"metadata":{"ownerReferences":[{"apiVersion":"${apiVersion}","kind":"${kind}","name":"north"}]}}`;

describe('RenamedObjects', () => {
  let objects: RenamedObjects;

  beforeEach(() => {
    objects = new RenamedObjects(BUOYS);
    objects.moved(stored(BUOY));
  });

  it('changes kind and group, those of field managers included, and nothing else', () => {
    const managed = '"managedFields":[{"apiVersion":"sea.example.com/v2"},{"apiVersion":"v1"}]';
    const text = `{"kind":"Buoy","apiVersion":"sea.example.com/v1","metadata":{"name":"north",${managed}},"depth":9007199254740993}`;
    const next = text.replaceAll('sea.example', 'lake.example').replace('Buoy', 'Raft');
    expect(objects.moved(stored(text)).toString()).toBe(next);
  });

  it.each<[string, string | undefined]>([
    [ownedBy('Buoy'), ownedBy('Raft', 'lake.example.com/v1')],
    [ownedBy('Ship'), undefined],
    [ownedBy('Buoy', 'river.example.com/v1'), undefined],
    ['{"metadata":{}}', undefined],
    ['not JSON, with "ownerReferences":', undefined],
  ])('follows the owner in %s', (text, next) => {
    expect(objects.kept(stored(text))?.toString()).toBe(next);
  });

  it('refuses an encrypted object, and counts those that are not moved', () => {
    const sealed = stored('k8s:enc:aesgcm:v1:key1:secret');
    expect(() => objects.moved(sealed)).toThrow(CommandError);
    expect([objects.kept(sealed), objects.encrypted]).toEqual([undefined, 1]);
  });

  it('refuses what is no object', () => {
    expect(() => objects.moved(stored('7'))).toThrow(`${KEY} is not an object in JSON`);
  });
});
