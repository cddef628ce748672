import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOOL = pathToFileURL(join(import.meta.dirname, '..', '..', 'tools', 'structure', 'api-report.mjs')).href;
const { apiReport, writtenReport } = (await import(TOOL)) as { apiReport(): string; writtenReport(): string };

it('has a report of the plugin API that matches the sources', () => {
  expect(apiReport()).toBe(writtenReport());
});

it('shows the declaration of every public export', () => {
  expect(writtenReport()).not.toMatch(/```ts\n\n```/);
});

it('names no types of Nest, which are not installed with the package', () => {
  expect(writtenReport()).not.toMatch(/\bModuleMetadata\b|CurrentUser: any/);
});
