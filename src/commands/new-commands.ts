import type { Command } from './command.js';

const WRITING: Command['flags'] = [
  ['--dir PATH', 'Folder of the plugin (default the current one)'],
  ['--force', 'Overwrite files that are there'],
  ['--dry-run', 'Show what would be written, and write nothing'],
];
const OF_KIND = ['--kind KIND', 'The kind it belongs to (default the only one)'] as const;
const PLURAL = ['--plural NAME', 'Plural of the kind in paths (default made from it)'] as const;

/** The commands that generate a plugin and its parts. */
export const NEW_COMMANDS: readonly Command[] = [
  {
    name: 'new plugin',
    summary: 'Write the folder of a plugin: a kind with rules and tests, an image, examples',
    words: 'NAME [flags]',
    flags: [
      ['--group GROUP', 'The API group (default NAME.example.com)'],
      ['--kind KIND', 'The first kind (default made from NAME: ports has Port)'],
      PLURAL,
      ['--version VERSION', 'The first version (default v1)'],
      ['--dir PATH', 'Where the folder NAME is made (default the current one)'],
      ...WRITING.slice(1),
    ],
    load: async () => (await import('./new/new-plugin.js')).newPlugin,
  },
  {
    name: 'new kind',
    summary: 'Add a kind to the plugin in the current folder',
    words: 'KIND [flags]',
    flags: [PLURAL, ['--version VERSION', 'Its version (default the first one of the plugin)'], ...WRITING],
    load: async () => (await import('./new/new-kind.js')).newKind,
  },
  {
    name: 'new version',
    summary: 'Add a version to a kind, with the conversion and the test of its round trip',
    words: 'VERSION [flags]',
    flags: [OF_KIND, ...WRITING],
    load: async () => (await import('./new/new-version.js')).newVersion,
  },
  {
    name: 'new subresource',
    summary: 'Add a subresource with a handler to a kind',
    words: 'NAME [flags]',
    flags: [OF_KIND, ['--read-only', 'A computed answer to GET, in place of an action'], ...WRITING],
    load: async () => (await import('./new/new-part.js')).newSubresource,
  },
  {
    name: 'new webhook',
    summary: 'Add an admission plugin for a kind, which does what a webhook does inside the server',
    words: 'NAME [flags]',
    flags: [OF_KIND, ...WRITING],
    load: async () => (await import('./new/new-part.js')).newWebhook,
  },
  {
    name: 'new controller',
    summary: 'Add a controller for a kind',
    words: 'NAME [flags]',
    flags: [OF_KIND, ...WRITING],
    load: async () => (await import('./new/new-part.js')).newController,
  },
];
