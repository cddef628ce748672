import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import { sameShape } from '../../registry/index.js';
import { listPage } from '../reading/list.js';
import { readListOptions } from '../reading/list-options.js';
import { AnswerResources } from './answer-resources.js';
import { representationOf } from './representation-of.js';
import { VIEWS } from './respond.js';

const serializers = new Serializers(builtInSerializers());
const shared = new AnswerResources();
const OPTIONS = { isPretty: false, includeObject: 'Metadata', shared };
const negotiated = (accept: string) => serializers.negotiate(accept, { presentations: VIEWS, hasLayout: true })!;
const JSON_TYPE = negotiated('application/json');

describe('representationOf()', () => {
  it('sends stored bytes where they are what is asked for, by one representation of a resource', async () => {
    const versions = [
      { name: 'v1', type: Thing },
      { name: 'v2', type: Thing, conversion: sameShape },
    ];
    const { resource, close } = await openThingEndpoint({ definition: { versions } });
    const version = { value: resource.kind.versions.get('test.example.com/v2') };
    const other = Object.create(resource, { version }) as ReadableResource;
    const native = representationOf(resource, JSON_TYPE, OPTIONS);
    expect(native.key).toBe('native');
    expect(representationOf(resource, JSON_TYPE, OPTIONS)).toBe(native);
    const metadata = negotiated('application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1');
    for (const converted of [
      representationOf(resource, JSON_TYPE, { ...OPTIONS, isPretty: true }),
      representationOf(resource, negotiated('application/yaml'), OPTIONS),
      representationOf(resource, metadata, OPTIONS),
      representationOf(other, JSON_TYPE, OPTIONS),
    ]) {
      expect(converted.key).not.toBe('native');
    }
    await close();
  });

  it('writes what is stored in another version on one line', async () => {
    const { resource, send, close } = await openThingEndpoint();
    await send('POST', THINGS, { body: thing('a') });
    const page = await listPage(resource, 'n', readListOptions(new URLSearchParams()));
    const [entry] = page.entries;
    const older = { ...entry, storedVersion: 'test.example.com/v1alpha1' };
    const bytes = await representationOf(resource, JSON_TYPE, OPTIONS).object(older);
    expect(bytes.toString()).toBe(entry.bytes.toString());
    await close();
  });
});
