// Writes plugins/rbac/bootstrap/bootstrap-rbac.json and src/authz/node/node-rules.json from a directory of facts:
// node tools/generate-bootstrap-rbac.mjs <facts>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const facts = process.argv[2];
if (facts === undefined) {
  console.error('usage: node tools/generate-bootstrap-rbac.mjs <facts directory>');
  process.exit(2);
}

const found = JSON.parse(readFileSync(join(facts, 'bootstrap-rbac.json'), 'utf8'));
const marks = { labels: found.label, annotations: found.annotation };

/** The marks every object has are left out; what an object has besides is kept. */
function slim({ metadata, ...rest }) {
  const { labels, annotations, ...names } = metadata;
  const own = { labels: without(labels, marks.labels), annotations: without(annotations, marks.annotations) };
  return { metadata: { ...names, ...dropEmpty(own) }, ...rest };
}

function without(values, others) {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => !(key in others)));
}

function dropEmpty(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value).length > 0));
}

/** Returns the additions of a feature gate: rules to existing roles, and objects of its own. */
function gated({ gate, changes }) {
  const { clusterRoles = [], controllerRoles = [], clusterRoleBindings = [], controllerRoleBindings = [] } = changes;
  const roles = [...clusterRoles, ...controllerRoles];
  const addedRules = roles.filter((c) => c.addRules).map(({ name, addRules }) => ({ name, rules: addRules }));
  return {
    gate,
    addedRules,
    clusterRoles: roles.flatMap((c) => c.add ?? []).map(slim),
    clusterRoleBindings: [...clusterRoleBindings, ...controllerRoleBindings].flatMap((c) => c.add ?? []).map(slim),
  };
}

const data = {
  generatedBy: 'tools/generate-bootstrap-rbac.mjs',
  marks,
  clusterRoles: [...found.clusterRoles, ...found.controllerRoles].map(slim),
  clusterRoleBindings: [...found.clusterRoleBindings, ...found.controllerRoleBindings].map(slim),
  roles: Object.values(found.namespaceRoles).flat().map(slim),
  roleBindings: Object.values(found.namespaceRoleBindings).flat().map(slim),
  withFeatureGate: found.extraWithFeatureGate.map(gated),
};
/** The node authorizer knows the rules of nodes without asking the store. */
const isNodeRole = ({ name, metadata }) => (name ?? metadata.name) === 'system:node';
const nodeRules = {
  generatedBy: data.generatedBy,
  always: data.clusterRoles.find(isNodeRole).rules,
  withFeatureGate: Object.fromEntries(
    data.withFeatureGate.flatMap(({ gate, addedRules }) =>
      addedRules.filter(isNodeRole).map(({ rules }) => [gate, rules]),
    ),
  ),
};

await write('plugins/rbac/bootstrap/bootstrap-rbac.json', data);
await write('src/authz/node/node-rules.json', nodeRules);

async function write(path, content) {
  const text = await format(JSON.stringify(content), { parser: 'json', printWidth: 120 });
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
}
