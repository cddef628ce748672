import { type UsingPod, containersUsage, podUsage } from './resource-amounts.js';

const pod: UsingPod = {
  resources: { requests: { cpu: '2', 'example.com/gpu': '9' }, limits: { memory: '1Gi' } },
  containers: [
    { resources: { requests: { cpu: '1', 'example.com/gpu': '1' }, limits: { cpu: '3' } } },
    { resources: { requests: { cpu: '250m' } } },
  ],
  initContainers: [{ resources: { requests: { memory: '2Gi' } } }],
};
const shown = (amounts: ReadonlyMap<string, { toString(): string }>): object =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()]));

it('containersUsage() is what runs together, or what starts', () => {
  const { requests, limits } = containersUsage(pod);
  expect([shown(requests), shown(limits)]).toEqual([
    { cpu: '1250m', 'example.com/gpu': '1', memory: '2Gi' },
    { cpu: '3' },
  ]);
});

it('podUsage() is what a pod asks for as a whole, where it can', () => {
  const { requests, limits } = podUsage(pod);
  expect([shown(requests), shown(limits)]).toEqual([
    { cpu: '2', 'example.com/gpu': '1', memory: '2Gi' },
    { cpu: '3', memory: '1Gi' },
  ]);
});
