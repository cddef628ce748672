import type { Resource } from '../api/discovery.js';
import type { EditorSchema } from '../editor/editor-schema.js';
import { SchemaBook, type SchemaDocument, examplesIn } from '../model/schema.js';
import { useSession } from '../ui/session.js';
import { type Loaded, useLoaded } from '../ui/use-loaded.js';

/** Reads the schema of a kind out of the OpenAPI document of its group version. */
export function useSchema({ group, version, kind }: Resource): Loaded<EditorSchema | undefined> {
  const { api } = useSession();
  return useLoaded(
    async (signal) => {
      const path = `/openapi/v3/${group === '' ? 'api' : `apis/${group}`}/${version}`;
      const document = await api.json<SchemaDocument>({ path, signal });
      const book = SchemaBook.of(document);
      const root = book.kind(group, version, kind);
      return root && { book, root, examples: examplesIn(document, { group, version, kind }) };
    },
    [api, group, version, kind],
  );
}
