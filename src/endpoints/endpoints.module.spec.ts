import type { FactoryProvider } from '@nestjs/common';
import { Authorizer } from '../authz/index.js';
import { MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { AnswerResources } from './answers/answer-resources.js';
import { ApiHandler } from './api-handler.js';
import { EndpointsModule } from './endpoints.module.js';
import type { ApiHandlerOptions } from './resource-request.js';

const AUTHORIZER = { authorize: () => ({ verdict: 'Allow', reason: '' }) };
const CATALOGUE = { knowsKind: () => false };

/** The value that the module makes for a token, with these feature gates on. */
function provided<T>(token: unknown, gates: readonly string[] = []): T {
  const options = {
    kubelet: { clientCertificate: '', clientKey: '', certificateAuthority: '', timeout: 0 },
    api: { emulatedRelease: '1.32' },
    features: { enabled: (gate: string) => gates.includes(gate) },
    storage: { deleteCollectionWorkers: 3 },
    serving: { minRequestTimeoutSeconds: 7 },
  };
  const tokens = new Map<unknown, unknown>([
    [ApiServerOptions, options],
    [Authorizer, AUTHORIZER],
    [Catalogue, CATALOGUE],
    [MetricsRegistry, new MetricsRegistry({ isWithoutProcess: true })],
  ]);
  const { providers = [] } = EndpointsModule.forRoot({ imports: [] });
  const provider = (providers as FactoryProvider[]).find(({ provide }) => provide === token)!;
  return provider.useFactory(...(provider.inject ?? []).map((each) => tokens.get(each))) as T;
}

const optionsOf = (...gates: string[]): ApiHandlerOptions =>
  provided<{ readonly options: ApiHandlerOptions }>(ApiHandler, gates).options;

describe('EndpointsModule', () => {
  it('makes the handler by the options of the server', () => {
    expect(optionsOf()).toMatchObject({
      authorizer: AUTHORIZER,
      kinds: CATALOGUE,
      deleteCollectionWorkers: 3,
      minRequestTimeoutSeconds: 7,
      validatesFields: false,
      deletesUnreadable: false,
      watchFeatures: { hasInitialEvents: false },
      translations: { ofChannels: false, ofPorts: false },
    });
  });

  it.each<[string, Partial<ApiHandlerOptions>]>([
    ['ServerSideFieldValidation', { validatesFields: true }],
    ['AllowUnsafeMalformedObjectDeletion', { deletesUnreadable: true }],
    ['WatchList', { watchFeatures: { hasInitialEvents: true } }],
    ['ShardedListAndWatch', { watchFeatures: { hasInitialEvents: false, hasShards: true } }],
    ['TranslateStreamCloseWebsocketRequests', { translations: { ofChannels: true, ofPorts: false } }],
    ['PortForwardWebsockets', { translations: { ofChannels: false, ofPorts: true } }],
  ])('has the feature of the gate %s', (gate, expected) => {
    expect(optionsOf(gate)).toMatchObject(expected);
  });

  it('measures the watches of all answers', () => {
    expect(provided<AnswerResources>(AnswerResources).watchMetrics).toBeDefined();
  });
});
