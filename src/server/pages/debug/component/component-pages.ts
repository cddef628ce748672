import { notAcceptable } from '../../../../apimachinery/index.js';
import { type DocumentForm, type DocumentOffer, negotiateDocument, parseAccept } from '../../../../codecs/index.js';
import type { RequestContext } from '../../../../endpoints/index.js';
import {
  type ApiServerOptions,
  type FeatureSpan,
  type ReleaseState,
  inRelease,
  isInRelease,
  shownFlags,
} from '../../../../options/index.js';
import { shownValue } from '../shown-arguments.js';
import { flagzPage } from './flagz.js';
import { STATUSZ_PAGE } from './statusz.js';
import type { Zpage, ZpageFacts } from './zpage.js';

const GROUP = 'config.k8s.io';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** The versions of the kinds, with the release that deprecates each. */
const VERSIONS: readonly (FeatureSpan & { version: string; deprecatedIn?: string })[] = [
  { version: 'v1beta1', since: '1.36' },
  { version: 'v1alpha1', since: '1.35', deprecatedIn: '1.36' },
];

/** The media types of pages, in the order of refusals. */
const MEDIA_TYPES: readonly (FeatureSpan & { mediaType: string })[] = [
  { mediaType: 'application/json', since: '1.35' },
  { mediaType: 'application/yaml', since: '1.36' },
  { mediaType: 'text/plain' },
  { mediaType: 'application/cbor', since: '1.36', gate: 'CBORServingAndStorage' },
];

/** Serves what the server was started with, and since when (upstream: zpages; gates ComponentFlagz and ComponentStatusz). */
export class ComponentPages {
  private readonly state: ReleaseState;
  private readonly pages: ReadonlyMap<string, Zpage>;
  private readonly versions: readonly { version: string; deprecatedIn?: string }[];
  private readonly mediaTypes: readonly string[];

  constructor(private readonly options: ApiServerOptions) {
    this.state = options.releaseState;
    const pages = [flagzPage(), STATUSZ_PAGE].filter(({ gate }) => isInRelease({ gate }, this.state));
    this.pages = new Map(pages.map((page) => [page.path, page]));
    this.versions = inRelease(VERSIONS, this.state);
    this.mediaTypes = inRelease(MEDIA_TYPES, this.state).map(({ mediaType }) => mediaType);
  }

  /** Returns the paths that are served, for the list of paths. */
  paths(): string[] {
    return [...this.pages.keys()];
  }

  /**
   * Handles a request for a page; reports whether the path is one. Throws StatusError where nothing that is accepted is
   * offered (406).
   */
  async answer(context: RequestContext, listedPaths: () => readonly string[]): Promise<boolean> {
    const page = this.pages.get(context.path);
    if (!page) return false;
    const facts = this.facts(listedPaths);
    if (this.versions.length === 0) await this.answerText(context, page, facts);
    else await this.answerForm(context, page, facts);
    return true;
  }

  private facts(listedPaths: () => readonly string[]): ZpageFacts {
    const flags = async () =>
      (await shownFlags(this.options)).map(([name, value]) => [name, shownValue(name, value)] as const);
    return { ...this.state, listedPaths, flags };
  }

  /** Handles a request in a release that has the texts alone, and refuses others in a text. */
  private async answerText(context: RequestContext, page: Zpage, facts: ZpageFacts): Promise<void> {
    if (acceptsText(context.headers.accept)) return this.sendText(context, page, facts);
    const body = 'media type not acceptable, must be: text/plain\n';
    context.send(406, { contentType: PLAIN_TEXT, body }, { 'x-content-type-options': 'nosniff' });
  }

  private async answerForm(context: RequestContext, page: Zpage, facts: ZpageFacts): Promise<void> {
    const form = this.formFor(context, page);
    if (form === undefined) throw notAcceptable(this.mediaTypes);
    if (form === 'text') return this.sendText(context, page, facts);
    const { version, negotiated } = form;
    const apiVersion = `${GROUP}/${version}`;
    const metadata = { name: this.componentOf(page) };
    const object = { kind: page.kind, apiVersion, metadata, ...(await page.members(facts)) };
    const { serializer } = negotiated;
    const body = await serializer.write(object, { isPretty: context.indents(negotiated) });
    if (this.isDeprecated(version))
      context.warn(`This version of the ${page.name} endpoint is deprecated. Please use a newer version.`);
    context.trail?.sawResponse(() => JSON.stringify(object));
    context.send(200, { contentType: `${serializer.mediaType};g=${GROUP};v=${version};as=${page.kind}`, body });
  }

  /** Returns the form of a page for a request: without an Accept header the text. */
  private formFor({ headers, serializers }: RequestContext, { kind }: Zpage): DocumentForm | undefined {
    const { accept = '' } = headers;
    if (accept.trim() === '') return 'text';
    const versions = this.versions.map(({ version }) => version);
    const offer: DocumentOffer = { group: GROUP, kind, versions, mediaTypes: this.mediaTypes };
    return negotiateDocument(accept, offer, serializers);
  }

  private async sendText(context: RequestContext, page: Zpage, facts: ZpageFacts): Promise<void> {
    context.send(200, { contentType: PLAIN_TEXT, body: await page.text(this.componentOf(page), facts) });
  }

  /** Returns the name of the server, as clients of its release know it. */
  private componentOf({ renamedIn }: Zpage): string {
    return this.isSince(renamedIn) ? 'apiserver' : 'kube-apiserver';
  }

  private isDeprecated(version: string): boolean {
    const deprecatedIn = this.versions.find((each) => each.version === version)?.deprecatedIn;
    return deprecatedIn !== undefined && this.isSince(deprecatedIn);
  }

  private isSince(release: string): boolean {
    return isInRelease({ since: release }, this.state);
  }
}

/** Reports whether an Accept header names plain text, or a wildcard for it; a header that is missing names nothing. */
function acceptsText(accept = ''): boolean {
  return parseAccept(accept).some(({ type, subtype, parameters: { charset = 'utf-8', ...others } }) => {
    const isText = ['text', '*'].includes(type) && ['plain', '*'].includes(subtype);
    return isText && charset.toLowerCase() === 'utf-8' && Object.keys(others).length === 0;
  });
}
