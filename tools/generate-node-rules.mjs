// Writes src/authz/node/node-rules.json, the rules of nodes in plugins/rbac/bootstrap/bootstrap-rbac.json: the node authorizer
// knows them without asking the store: node tools/generate-node-rules.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { clusterRoles } = JSON.parse(readFileSync(pathOf('plugins/rbac/bootstrap/bootstrap-rbac.json'), 'utf8'));
const { rules } = clusterRoles.find(({ metadata }) => metadata.name === 'system:node');
const text = await format(JSON.stringify({ generatedBy: 'tools/generate-node-rules.mjs', rules }), {
  parser: 'json',
  printWidth: 120,
});
writeFileSync(pathOf('src/authz/node/node-rules.json'), text);
