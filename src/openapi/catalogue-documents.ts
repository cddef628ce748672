import { asksForAnything, chooseForm } from './accept.js';
import type { Catalogue, ConnectingSubresource, ServedResource, ServedSubresource } from '../plugin-host/index.js';
import { examplesOf } from '../registry/index.js';
import type { ObjectShape } from '../schema/index.js';
import type { OpenApiDocument } from './cached-document.js';
import type { OpenApiDocuments } from './open-api-documents.js';
import type { DocumentedResource, DocumentedSubresource, DocumentedVersion, OpenApiSource } from './open-api-source.js';

/** The source of the OpenAPI documents: the current catalogue, and the initial one. */
export class OpenApiSources {
  private readonly documented = new WeakMap<ServedResource, DocumentedResource>();
  private lasting: readonly DocumentedVersion[] | undefined;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly settings: Pick<OpenApiSource, 'release' | 'describesIssuer' | 'hasCore' | 'isWithoutV3'>,
    private readonly delegates: (version: DocumentedVersion) => boolean = () => false,
  ) {}

  /** Returns the catalogue as it is now. What it holds when first asked counts as what it began with. */
  current(): OpenApiSource {
    const groups = this.catalogue.groups().flatMap(({ group, versions }) =>
      versions.map((version) => ({
        group,
        version,
        isCustom: this.catalogue.isUnstructured(group),
        resources: this.catalogue.resourcesOf(group, version).map((resource) => this.documentedOf(resource)),
      })),
    );
    this.lasting ??= groups.map(({ group, version }) => ({ group, version }));
    const own = groups.filter((group) => !this.delegates(group));
    return { groups: own, lasting: this.lasting, ...this.settings };
  }

  /** One object for each resource: what was described of it is found by that. */
  private documentedOf(resource: ServedResource): DocumentedResource {
    let documented = this.documented.get(resource);
    if (!documented) this.documented.set(resource, (documented = documentedOf(resource)));
    return documented;
  }
}

/** Returns the types that documents define because of a resource. */
export function typesOf({ version, subresources }: ServedResource): ObjectShape[] {
  const below = [...subresources.values()].filter(({ serves }) => serves !== 'connection');
  return [version.type, ...below.map(({ type }) => type)];
}

function documentedOf({ gvr, kind, version, verbs, subresources }: ServedResource): DocumentedResource {
  return {
    kind: kind.kind,
    listKind: kind.listKind,
    plural: gvr.resource,
    isNamespaced: kind.isNamespaced,
    verbs,
    type: version.type,
    examples: examplesOf(version),
    deleteReturnsObject: kind.definition.deleteReturnsObject ?? false,
    subresources: [...subresources.values()].filter(isObject).map(documentedBelow),
    connections: [...subresources.values()].filter(isConnection).map(({ definition, ...facts }) => ({
      ...facts,
      passage: definition.passage,
    })),
  };
}

function documentedBelow(subresource: ServedSubresource): DocumentedSubresource {
  const { name, verbs, gvk, type } = subresource;
  const answersParent = subresource.serves === 'custom' && subresource.definition.answers === 'parent';
  return { name, verbs, gvk, type, answersParent };
}

function isConnection(subresource: ServedSubresource): subresource is ConnectingSubresource {
  return subresource.serves === 'connection';
}

function isObject(subresource: ServedSubresource): boolean {
  return !isConnection(subresource);
}

/** Finds the OpenAPI document of a path. `nothingAsked`: an Accept header without any media range, answered with nothing. */
export async function findOpenApi(
  documents: OpenApiDocuments,
  path: string,
  accept: string | undefined,
): Promise<OpenApiDocument | 'notFound' | 'notAcceptable' | 'nothingAsked'> {
  if (path === '/openapi/v2') return (await documents.v2(accept)) ?? 'notAcceptable';
  if (!documents.servesV3) return 'notFound';
  if (path === '/openapi/v3') return documents.v3Index();
  if (!path.startsWith('/openapi/v3/')) return 'notFound';
  if (!asksForAnything(accept)) return 'nothingAsked';
  const below = path.slice('/openapi/v3/'.length);
  if (!documents.hasV3(below)) return 'notFound';
  // Without a document in an accepted form all its kinds were left out.
  return (await documents.v3(below, accept)) ?? (chooseForm(accept, 'v3') ? 'notFound' : 'notAcceptable');
}
