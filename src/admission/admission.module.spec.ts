import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { createLogger, MetricsRegistry, NestLogger } from '../observability/index.js';
import { RequestObservers } from '../request/index.js';
import { AdmissionChain } from './admission-chain.js';
import { AdmissionModule } from './admission.module.js';
import type { WriteAttributes } from './write-attributes.js';

const CREATE = { operation: 'CREATE', resource: {}, subresource: '' } as WriteAttributes;

@Module({})
class Outside {}

describe('AdmissionModule', () => {
  const registry = new MetricsRegistry({ isWithoutProcess: true });
  const observers = new RequestObservers(() => {});
  let testing: TestingModule;

  beforeAll(async () => {
    const outside: DynamicModule = {
      ...{ module: Outside, global: true, exports: [MetricsRegistry, RequestObservers] },
      providers: [
        { provide: MetricsRegistry, useValue: registry },
        { provide: RequestObservers, useValue: observers },
      ],
    };
    testing = await Test.createTestingModule({ imports: [outside, AdmissionModule] })
      .setLogger(new NestLogger(createLogger({ isEnabled: false })))
      .compile();
  });
  afterAll(() => testing.close());

  it('provides a chain that has no plugins yet, and times those that it gets', async () => {
    const chain = testing.get(AdmissionChain);
    const seen: unknown[] = [];
    await chain.validate(CREATE);
    chain.use([{ name: 'Looks', handles: () => true, validate: ({ operation }) => void seen.push(operation) }]);
    await chain.validate(CREATE);
    expect(seen).toEqual(['CREATE']);
    expect(await registry.expose()).toContain(
      'apiserver_admission_controller_admission_duration_seconds_count{name="Looks",operation="CREATE",rejected="false",type="validate"} 1\n',
    );
  });
});
