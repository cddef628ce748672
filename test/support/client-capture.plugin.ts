import { ApiGroupPlugin, Client, Inject, Injectable, type StartHook } from '../../src/plugin-api/index.js';

/** The clients that plugins of this process were given, the last one last. */
export const capturedClients: Client[] = [];

@Injectable()
class CaptureHook implements StartHook {
  readonly name = 'capture-client';

  constructor(@Inject(Client) private readonly client: Client) {}

  async run(): Promise<void> {
    capturedClients.push(this.client);
    await Promise.resolve();
  }
}

/** Notes the client that it is given. */
@ApiGroupPlugin({ group: 'capture.example.com', versions: ['v1'], kinds: [], startHooks: [CaptureHook] })
export class ClientCapturePlugin {}
