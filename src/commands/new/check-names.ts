import { isDns1035Label, isDns1123Subdomain } from '../../apimachinery/index.js';
import { CommandError } from '../output.js';

const KIND = /^[A-Z][A-Za-z0-9]{0,62}$/;
const VERSION = /^v[1-9]\d{0,3}(?:(?:alpha|beta)[1-9]\d{0,3})?$/;
/** Groups that only Kubernetes itself may define. */
const RESERVED_GROUP = /(^|\.)(k8s|kubernetes)\.io$/;
const OWN_SUBRESOURCES = new Set(['status', 'scale']);
/** Identifiers that the generated code imports, and those of the language itself. */
const TAKEN_KINDS = new Set([
  ...['AdmissionPlugin', 'ApiGroupPlugin', 'ApiObject', 'ApiServer', 'ApiType', 'Conversion', 'Field', 'FieldError'],
  ...[
    'FieldPath',
    'Inject',
    'Injectable',
    'KubernetesObject',
    'Max',
    'MaxLength',
    'Min',
    'QueueController',
    'ResourceStore',
  ],
  ...['Stores', 'Strategy', 'TestServer', 'Array', 'Boolean', 'Date', 'Error', 'Map', 'Number', 'Object', 'Omit'],
  ...['Promise', 'Record', 'Set', 'String', 'Symbol'],
]);

/** Checks the name of a plugin, of a subresource or of a contribution: a lower-case label. Throws CommandError. */
export function checkLabel(what: string, name: string): void {
  const [fault] = isDns1035Label(name);
  if (fault === undefined) return;
  const lower = name.toLowerCase().replace(/[_.\s]/g, '-');
  const hint = isDns1035Label(lower).length === 0 ? `. Did you mean ${lower}?` : '';
  throw new CommandError(`${what} ${JSON.stringify(name)}: ${fault}${hint}`);
}

/** Checks the name of a subresource. Throws CommandError. */
export function checkSubresource(name: string): void {
  checkLabel('subresource', name);
  if (OWN_SUBRESOURCES.has(name))
    throw new CommandError(`subresource "${name}": declare it in the kind instead: hasStatus, or scale`);
}

/** Checks an API group. Throws CommandError. */
export function checkGroup(group: string): void {
  const [fault] = isDns1123Subdomain(group);
  if (fault !== undefined) throw new CommandError(`group ${JSON.stringify(group)}: ${fault}`);
  if (!group.includes('.'))
    throw new CommandError(`group "${group}": needs a domain of yours, as ${group}.example.com`);
  if (RESERVED_GROUP.test(group)) throw new CommandError(`group "${group}": is reserved for Kubernetes itself`);
}

/** Checks a kind. Throws CommandError. */
export function checkKind(kind: string): void {
  if (TAKEN_KINDS.has(kind)) throw new CommandError(`kind "${kind}": the generated code uses this name`);
  if (KIND.test(kind) && !kind.endsWith('List')) return;
  const capital = kind.slice(0, 1).toUpperCase() + kind.slice(1);
  const hint = KIND.test(capital) && !kind.endsWith('List') ? `. Did you mean ${capital}?` : '';
  throw new CommandError(`kind ${JSON.stringify(kind)}: is no name such as Berth or BoatYard${hint}`);
}

/** Checks a version of the API. Throws CommandError. */
export function checkVersion(version: string): void {
  if (!VERSION.test(version))
    throw new CommandError(`version ${JSON.stringify(version)}: is no version such as v1, v2beta1 or v1alpha2`);
}
