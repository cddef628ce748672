import type { Group } from '../../api/discovery.js';
import { plainYaml } from '../../model/plain-yaml.js';
import { type SchemaDocument, examplesIn } from '../../model/schema.js';
import { fragmentOf } from '../../router.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Renders the examples that the kinds of a group declare, each with a link to where it is created. */
export function PluginExamples({ group }: { readonly group: Group }) {
  const { api } = useSession();
  const { value = [] } = useLoaded(
    async (signal) => {
      const versions = [...new Set(group.resources.map(({ version }) => version))];
      const documents = versions.map(async (version): Promise<readonly [string, SchemaDocument]> => {
        const path = `/openapi/v3/${group.name === '' ? 'api' : `apis/${group.name}`}/${version}`;
        return [version, await api.json<SchemaDocument>({ path, signal })];
      });
      const byVersion = new Map(await Promise.all(documents));
      return group.resources.flatMap((resource) => {
        const examples = examplesIn(byVersion.get(resource.version) ?? {}, resource);
        return examples.length === 0 ? [] : [{ resource, examples }];
      });
    },
    [api, group.name],
  );
  if (value.length === 0) return null;
  return (
    <section aria-label="Examples">
      <h2>Examples</h2>
      {value.map(({ resource, examples }) => (
        <details key={resource.resource} class="members">
          <summary>
            {resource.kind} <span class="muted">{examples.length}</span>
          </summary>
          <p>
            <a href={fragmentOf({ view: 'object', ...resource, namespace: '', name: '+', tab: 'new' })}>
              New {resource.kind}
            </a>
          </p>
          {examples.map((example, index) => (
            <pre key={index} class="log-lines short" tabIndex={0}>
              {plainYaml(example)}
            </pre>
          ))}
        </details>
      ))}
    </section>
  );
}
