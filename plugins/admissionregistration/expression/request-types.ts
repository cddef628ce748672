import type { ExpressionLanguage } from '../../../src/plugin-api/built-in.js';

type Type = ReturnType<ExpressionLanguage['objectOf']>;

/** The fields of objects, by the names of their types. */
export type ObjectFields = ReadonlyMap<string, ReadonlyMap<string, Type>>;

const NAMESPACE = 'kubernetes.Namespace';
const REQUEST = 'kubernetes.AdmissionRequest';

/** Returns the types of what expressions know of a request and of the namespace it is about. */
export function requestTypes(language: ExpressionLanguage): ObjectFields {
  return new Map([...namespaceTypes(language), ...reviewTypes(language), patchType(language)]);
}

function fieldsOf(fields: Readonly<Record<string, Type>>): ReadonlyMap<string, Type> {
  return new Map(Object.entries(fields));
}

function namespaceTypes(language: ExpressionLanguage): [string, ReadonlyMap<string, Type>][] {
  const { STRING, INT, TIMESTAMP, listOf, mapOf, objectOf } = language;
  const texts = mapOf(STRING, STRING);
  const metadata = {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: texts,
    annotations: texts,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: listOf(STRING),
  };
  const [ofMetadata, ofSpec, ofStatus] = ['Metadata', 'Spec', 'Status'].map((part) => objectOf(`${NAMESPACE}${part}`));
  return [
    [ofMetadata.name, fieldsOf(metadata)],
    [ofSpec.name, fieldsOf({ finalizers: listOf(STRING) })],
    [ofStatus.name, fieldsOf({ phase: STRING })],
    [NAMESPACE, fieldsOf({ metadata: ofMetadata, spec: ofSpec, status: ofStatus })],
  ];
}

function patchType({ DYN, STRING }: ExpressionLanguage): [string, ReadonlyMap<string, Type>] {
  return ['JSONPatch', fieldsOf({ op: STRING, path: STRING, from: STRING, value: DYN })];
}

function reviewTypes(language: ExpressionLanguage): [string, ReadonlyMap<string, Type>][] {
  const { BOOL, DYN, STRING, listOf, mapOf, objectOf } = language;
  const kind = objectOf('kubernetes.GroupVersionKind');
  const resource = objectOf('kubernetes.GroupVersionResource');
  const user = objectOf('kubernetes.UserInfo');
  const request = {
    ...{ kind, resource, subResource: STRING },
    ...{ requestKind: kind, requestResource: resource, requestSubResource: STRING },
    ...{ name: STRING, namespace: STRING, operation: STRING, userInfo: user, dryRun: BOOL, options: DYN },
  };
  return [
    [kind.name, fieldsOf({ group: STRING, version: STRING, kind: STRING })],
    [resource.name, fieldsOf({ group: STRING, version: STRING, resource: STRING })],
    [
      user.name,
      fieldsOf({ username: STRING, uid: STRING, groups: listOf(STRING), extra: mapOf(STRING, listOf(STRING)) }),
    ],
    [REQUEST, fieldsOf(request)],
  ];
}

/** Returns the variables that every expression about a request has. */
export function requestVariables({ DYN, objectOf }: ExpressionLanguage): Readonly<Record<string, Type>> {
  return { object: DYN, oldObject: DYN, namespaceObject: objectOf(NAMESPACE), request: objectOf(REQUEST) };
}
