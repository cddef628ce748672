import { HarborPlugin } from '../../../plugins/example/index.js';
import { LedgerPlugin } from '../../../test/fixtures/plugins/ledger.plugin.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { printExamples } from './print-examples.js';

const nowhere = { write: (): void => undefined };

async function print(plugin: PluginClass, ...words: string[]): Promise<string> {
  const written: string[] = [];
  const out = { write: (text: string) => written.push(text) };
  await printExamples(['--plugins=x', ...words], { out, err: nowhere }, async () => [plugin]);
  return written.join('');
}

describe('binnacle plugin examples', () => {
  it('prints the examples of kinds as YAML', async () => {
    expect(await print(HarborPlugin, '--kind=berths.harbor.example.com')).toBe(`apiVersion: harbor.example.com/v1
kind: Berth
metadata:
  name: container-north
spec:
  cargo: Container
  services:
  - fuel
  - power
  - water
  size:
    draughtMeters: 14
    lengthMeters: 300
  slots: 2
---
apiVersion: harbor.example.com/v1
kind: Berth
metadata:
  name: fishing
spec:
  size:
    lengthMeters: 25
`);
  });

  it('is an error where there are none', async () => {
    await expect(print(LedgerPlugin)).rejects.toThrow('the kinds have no examples');
  });
});
