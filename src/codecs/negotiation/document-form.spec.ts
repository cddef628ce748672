import { builtInSerializers } from '../built-in-serializers.js';
import { negotiateDocument } from './document-form.js';
import { Serializers } from './serializers.js';

const serializers = new Serializers(builtInSerializers({ hasCbor: true }));
const OFFER = {
  group: 'config.k8s.io',
  kind: 'Statusz',
  versions: ['v1beta1', 'v1alpha1'],
  mediaTypes: ['application/json', 'application/yaml', 'application/cbor'],
};
const KIND = 'g=config.k8s.io;v=v1beta1;as=Statusz';
const OLD_KIND = 'g=config.k8s.io;v=v1alpha1;as=Statusz';

function formOf(accept: string, offer = OFFER): string | undefined {
  const form = negotiateDocument(accept, offer, serializers);
  return form && (form === 'text' ? form : `${form.negotiated.serializer.name} ${form.version}`);
}

describe('negotiateDocument()', () => {
  it.each<[string, string | undefined]>([
    ['text/plain', 'text'],
    ['text/plain;charset=utf-8', 'text'],
    ['text/*', 'text'],
    ['*/*', 'text'],
    ['*/plain', undefined],
    ['text/html', undefined],
    ['application/xml', undefined],
    [',', undefined],
    [`application/json;${KIND}`, 'json v1beta1'],
    ['application/json;as=Statusz;v=v1beta1;g=config.k8s.io;q=0.5', 'json v1beta1'],
    [`application/yaml;${KIND}`, 'yaml v1beta1'],
    [`application/cbor;${KIND}`, 'cbor v1beta1'],
    [`application/vnd.kubernetes.protobuf;${KIND}`, undefined],
    [`application/*;${KIND}`, 'json v1beta1'],
    [`*/*;${KIND}`, 'json v1beta1'],
    [`text/plain;${KIND}`, undefined],
    ['application/json', undefined],
    ['application/*', undefined],
    ['application/json;v=v1beta1;g=config.k8s.io', undefined],
    ['application/json;as=Statusz;g=config.k8s.io', undefined],
    ['application/json;as=Statusz;v=v1beta1', undefined],
    ['application/json;g=config.k8s.io;v=v1beta1;as=Flagz', undefined],
    ['application/json;g=meta.k8s.io;v=v1beta1;as=Statusz', undefined],
    ['application/json;g=config.k8s.io;v=v1;as=Statusz', undefined],
    [`application/json;${KIND};stream=watch`, undefined],
    [`application/json;${KIND};sv=v1`, undefined],
    [`application/json;${OLD_KIND},application/json;${KIND}`, 'json v1alpha1'],
    [`application/json;${KIND},application/json;${OLD_KIND}`, 'json v1beta1'],
    [`application/json;${OLD_KIND};q=0.5,application/json;${KIND}`, 'json v1beta1'],
    ['application/json;v=foo;g=config.k8s.io;as=Statusz,*/*', 'text'],
    [`application/json;${KIND}, text/plain;q=0.9`, 'json v1beta1'],
  ])('finds the form for %s: %s', (accept, form) => {
    expect(formOf(accept)).toBe(form);
  });

  it('offers the media types and versions of the document alone', () => {
    const offer = { ...OFFER, versions: ['v1alpha1'], mediaTypes: ['application/json'] };
    const accepted = [`application/yaml;${OLD_KIND}`, `application/json;${KIND}`, `application/json;${OLD_KIND}`];
    expect(accepted.map((accept) => formOf(accept, offer))).toEqual([undefined, undefined, 'json v1alpha1']);
  });

  it('reports who asks for an indented object', () => {
    const asksPretty = (accept: string): boolean | undefined => {
      const form = negotiateDocument(accept, OFFER, serializers);
      return form === 'text' ? undefined : form?.negotiated.asksPretty;
    };
    expect([`application/json;${KIND};pretty=1`, `application/json;${KIND}`].map(asksPretty)).toEqual([true, false]);
  });
});
