import { type ObjectShape, shapeOf } from '../schema/index.js';
import { APIGroupDiscovery } from './aggregated-discovery.v2.js';
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from './discovery.v1.js';

/** A discovery document as formats write it that go by type. */
export interface DiscoveryMessage {
  readonly document: object;
  /** Type of the document, or of its items where it is a list. */
  readonly type: ObjectShape;
}

const TYPES: Readonly<Record<string, ObjectShape>> = {
  APIVersions: shapeOf(APIVersions),
  APIGroup: shapeOf(APIGroup),
  APIGroupList: shapeOf(APIGroupList),
  APIResourceList: shapeOf(APIResourceList),
  APIGroupDiscoveryList: shapeOf(APIGroupDiscovery),
};

/** Converts a document to the shape its type describes, in which a list of lists is one of messages. */
export function discoveryMessage(document: object): DiscoveryMessage {
  const { kind, resources } = document as { kind: string; resources?: readonly { verbs: readonly string[] }[] };
  const type = TYPES[kind];
  if (!resources) return { document, type };
  const wrapped = resources.map((resource) => ({ ...resource, verbs: { items: resource.verbs } }));
  return { document: { ...document, resources: wrapped }, type };
}
