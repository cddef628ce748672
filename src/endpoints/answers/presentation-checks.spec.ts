import type { ObjectShape } from '../../schema/index.js';
import { checkPresentation } from './presentation-checks.js';

const typed = { name: 'k8s.io.api.core.v1.Pod' } as ObjectShape;
const unstructured = { name: 'com.example.v1.Berth', isUnstructured: true } as ObjectShape;

describe('checkPresentation()', () => {
  it.each([
    [typed, 'PodList', true, 'a list (*core.PodList)'],
    [typed, 'Pod', false, 'not a list (*core.Pod)'],
    [unstructured, 'BerthList', true, 'a list (*unstructured.UnstructuredList)'],
    [unstructured, 'Berth', false, 'not a list (*unstructured.Unstructured)'],
  ])('names the Go type of an answer that does not fit: %#', (type, kind, isList, found) => {
    const asked = isList ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
    expect(() => checkPresentation(asked, { type, kind, isList })).toThrow(
      `you requested ${asked}, but the requested object is ${found}`,
    );
    const fitting = isList ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
    for (const each of [fitting, 'Table', 'whole'] as const) checkPresentation(each, { type, kind, isList });
  });
});
