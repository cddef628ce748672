import { Controller, Get, Header, Inject, Query, Req, Res } from '@nestjs/common';
import { stringifyJson } from '../../../codecs/index.js';
import { stringifyYaml } from '../../../codecs/yaml/index.js';
import { CurrentUser } from '../../../plugin-api/index.js';
import type { UserInfo } from '../../../request/index.js';
import { type QueryParameters, readHistoryQuery, readStateQuery } from './history-query.js';
import { ObjectHistory } from './object-history.js';

const YAML = 'application/yaml';
const API_VERSION = 'history.binnacle.io/v1alpha1';

/** A request, as Fastify has read it. */
interface ReadRequest {
  readonly headers: { readonly accept?: string };
  readonly query: QueryParameters;
}

/** The part of a reply of Fastify that sends a text. */
interface Reply {
  header(name: string, value: string): unknown;
  send(text: string): unknown;
}

/** Serves `/debug/history/`: the changes of an object, and its former states, as far as the store keeps them. */
@Controller('debug/history')
export class HistoryPagesController {
  constructor(@Inject(ObjectHistory) private readonly history: ObjectHistory) {}

  /** Returns a page of the changes of an object, the newest first. */
  @Get('changes')
  @Header('content-type', 'application/json')
  async changes(@Query() query: QueryParameters, @CurrentUser() user: UserInfo): Promise<string> {
    const { target, page } = readHistoryQuery(query);
    const { items, keptSince, continue: next } = await this.history.changes(user, target, page);
    const metadata = { keptSince: String(keptSince), ...(next !== undefined && { continue: next }) };
    return stringifyJson({ kind: 'ObjectHistory', apiVersion: API_VERSION, metadata, spec: target, items }, 2);
  }

  /** Returns the object as it was at a revision or a time, or before its newest deletion; in YAML for `application/yaml`. */
  @Get('object')
  async object(@CurrentUser() user: UserInfo, @Req() request: ReadRequest, @Res() reply: Reply): Promise<void> {
    const { headers, query } = request;
    const { target, at } = readStateQuery(query);
    const object = await this.history.stateAt(user, target, at);
    const isYaml = headers.accept === YAML;
    reply.header('content-type', isYaml ? YAML : 'application/json');
    reply.send(isYaml ? stringifyYaml(object) : stringifyJson(object));
  }
}
