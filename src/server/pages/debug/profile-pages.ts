import type { RequestContext } from '../../../endpoints/index.js';
import { type ProfileKind, ProfilerInUse, type Profiles } from '../../../observability/index.js';
import { type ApiServerOptions, secretFlags } from '../../../options/index.js';
import { shownArguments } from './shown-arguments.js';

const ROOT = '/debug/pprof';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** The seconds of a profile that names none: those of Go for the CPU. V8 samples the heap on demand only, so it has some too. */
const DEFAULT_SECONDS: Readonly<Record<ProfileKind, number>> = { profile: 30, heap: 10, allocs: 10 };
/** A longer profile would be a load for all other requests. */
const MAX_SECONDS = 300;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  allocs: 'All allocations during some seconds (?seconds=10)',
  cmdline: 'The command line of this server, without secrets',
  heap: 'The allocations of some seconds that are still in use at their end (?seconds=10)',
  profile: 'What the CPU executes during some seconds (?seconds=30)',
};

/** Serves profiles of the process in the format of pprof (upstream: routes.Profiling, net/http/pprof). */
export class ProfilePages {
  constructor(
    private readonly profiles: Profiles,
    private readonly options: ApiServerOptions,
  ) {}

  /** Handles a request below `/debug/pprof`; reports whether the path is there. */
  async answer(context: RequestContext): Promise<boolean> {
    const { path } = context;
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
    if (path === ROOT) redirect(context);
    else await this.page(context, path.slice(ROOT.length + 1));
    return true;
  }

  private async page(context: RequestContext, name: string): Promise<void> {
    switch (name) {
      case '':
        return context.send(200, { contentType: HTML, body: INDEX }, NOSNIFF);
      case 'cmdline':
        return context.send(200, { contentType: PLAIN_TEXT, body: this.commandLine() }, NOSNIFF);
      case 'profile':
      case 'heap':
      case 'allocs':
        return this.profile(context, name);
      default:
        return refuse(context, 404, 'Unknown profile');
    }
  }

  private commandLine(): string {
    return shownArguments(process.argv, secretFlags(this.options)).join('\0');
  }

  private async profile(context: RequestContext, kind: ProfileKind): Promise<void> {
    const seconds = secondsOf(context.query.get('seconds'), kind);
    if (seconds > MAX_SECONDS) return refuse(context, 400, "profile duration exceeds server's WriteTimeout");
    try {
      const body = await this.profiles.take(kind, seconds, context.signal);
      const headers = { ...NOSNIFF, 'content-disposition': `attachment; filename="${kind}"` };
      context.send(200, { contentType: 'application/octet-stream', body }, headers);
    } catch (error) {
      if (!(error instanceof ProfilerInUse)) throw error;
      refuse(context, 500, `Could not enable ${kind === 'profile' ? 'CPU' : 'heap'} profiling: ${error.message}`);
    }
  }
}

const NOSNIFF = { 'x-content-type-options': 'nosniff' };

/** Anything but a positive whole number stands for the default, as in Go. */
function secondsOf(text: string | null, kind: ProfileKind): number {
  const seconds = /^\+?\d{1,18}$/.test(text ?? '') ? Number(text) : 0;
  return seconds > 0 ? seconds : DEFAULT_SECONDS[kind];
}

/** The error form of pprof: its tool shows the text. */
function refuse(context: RequestContext, status: number, text: string): void {
  const headers = { ...NOSNIFF, 'x-go-pprof': '1' };
  context.send(status, { contentType: PLAIN_TEXT, body: `${text}\n` }, headers);
}

function redirect(context: RequestContext): void {
  const body = `<a href="${ROOT}/">Found</a>.\n\n`;
  context.send(302, { contentType: HTML, body }, { location: `${ROOT}/` });
}

const INDEX = `<html>
<head>
<title>${ROOT}/</title>
</head>
<body>
${ROOT}/
<ul>
${Object.entries(DESCRIPTIONS)
  .map(([name, text]) => `<li><a href="${name}">${name}</a>: ${text}</li>`)
  .join('\n')}
</ul>
</body>
</html>
`;
