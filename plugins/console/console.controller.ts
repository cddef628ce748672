import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { forbiddenResource } from '../../src/plugin-api/index.js';
import { ApiServerOptions, type PluginPage, PluginPages } from '../../src/plugin-api/built-in.js';
import { consoleFile } from './console-files.js';
import { type ConsoleSettings, consoleSettings, policyOf } from './console-settings.js';
import { isLoopback } from './loopback.js';

/** The part of a reply of Fastify that sends a file. */
interface Reply {
  header(name: string, value: string): unknown;
  send(body: Buffer): unknown;
}

/** A request, as far as its connection is looked at. */
interface ConnectedRequest {
  readonly raw: { readonly socket: { readonly remoteAddress?: string } };
}

const HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Browsers keep a file whose name has a hash of its content, and ask for others each time. */
const KEPT = 'public, max-age=31536000, immutable';
const ASKED_FOR = 'no-cache';

/** Serves the files of the console. All data they show comes from the API, by the rights of who looks at it. */
@Controller('console')
export class ConsoleController {
  private readonly options: ApiServerOptions;
  private readonly settings: ConsoleSettings;
  private readonly policy: string;

  constructor(
    @Inject(ApiServerOptions) options: ApiServerOptions,
    @Inject(PluginPages) private readonly plugins: PluginPages,
  ) {
    this.options = options;
    this.settings = consoleSettings(options);
    this.policy = policyOf(this.settings);
  }

  /** Returns the page. */
  @Get()
  page(@Req() request: ConnectedRequest, @Res() reply: Reply): Promise<void> {
    return this.send('index.html', request, reply);
  }

  /** Returns the pages of plugins. */
  @Get('pages')
  pages(@Req() request: ConnectedRequest): { readonly items: readonly PluginPage[] } {
    this.checkPeer(request);
    return { items: this.plugins.all() };
  }

  /** Returns the settings of the page, which it reads before users sign in. */
  @Get('settings')
  readSettings(@Req() request: ConnectedRequest): ConsoleSettings {
    this.checkPeer(request);
    return this.settings;
  }

  /** Returns a file of the page. */
  @Get(':file')
  async file(@Param('file') file: string, @Req() request: ConnectedRequest, @Res() reply: Reply): Promise<void> {
    return this.send(file, request, reply);
  }

  private checkPeer({ raw }: ConnectedRequest): void {
    if (this.options.console.bind !== 'any' && !isLoopback(raw.socket.remoteAddress)) throw outside();
  }

  private async send(name: string, request: ConnectedRequest, reply: Reply): Promise<void> {
    this.checkPeer(request);
    const { type, bytes, isImmutable } = await consoleFile(name);
    for (const [header, value] of Object.entries(HEADERS)) reply.header(header, value);
    reply.header('content-security-policy', this.policy);
    reply.header('cache-control', isImmutable ? KEPT : ASKED_FOR);
    reply.header('content-type', type);
    reply.send(bytes);
  }
}

function outside() {
  const why = 'the console is served to this machine alone; --console-bind=any serves it to others';
  return forbiddenResource({ group: '', resource: '' }, '', why);
}
