import type { OpenApiDocument, OpenApiDocuments, OpenApiSource } from '../openapi/index.js';
import type { Catalogue } from '../plugin-host/index.js';

/** What the OpenAPI documents are made from: the catalogue as it is now. */
export function openApiSource(catalogue: Catalogue, release: string): OpenApiSource {
  const groups = catalogue.groups().flatMap(({ group, versions }) =>
    versions.map((version) => ({
      group,
      version,
      kinds: catalogue.resourcesOf(group, version).map(({ kind, version: served }) => ({
        kind: kind.definition,
        version: { name: served.name, type: served.type },
      })),
    })),
  );
  return { groups, release: `v${release}.0` };
}

/** Finds the OpenAPI document of a path. */
export async function findOpenApi(
  documents: OpenApiDocuments,
  path: string,
  accept: string | undefined,
): Promise<OpenApiDocument | 'notFound' | 'notAcceptable'> {
  if (path === '/openapi/v2') return (await documents.v2(accept)) ?? 'notAcceptable';
  if (path === '/openapi/v3' || path === '/openapi/v3/') return documents.v3Index();
  const below = path.slice('/openapi/v3/'.length);
  if (!path.startsWith('/openapi/v3/') || !documents.hasV3(below)) return 'notFound';
  return (await documents.v3(below, accept)) ?? 'notAcceptable';
}
