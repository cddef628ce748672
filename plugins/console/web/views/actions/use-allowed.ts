import { useEffect, useState } from 'preact/hooks';
import { type AccessAttributes, mayAll } from '../../api/may.js';
import { useSession } from '../../ui/session.js';

/** Something that is offered to users who are allowed all of some requests. */
export interface Offer {
  readonly title: string;
  readonly attributes: readonly AccessAttributes[];
}

/** Returns the titles of the offers that the user is allowed; none until the server has decided. */
export function useAllowed(offers: readonly Offer[]): ReadonlySet<string> {
  const { api } = useSession();
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(offers);
  useEffect(() => {
    let isCurrent = true;
    const decisions = offers.map(async ({ title, attributes }) => ((await mayAll(api, attributes)) ? [title] : []));
    void Promise.all(decisions).then((titles) => isCurrent && setAllowed(new Set(titles.flat())));
    return () => {
      isCurrent = false;
    };
  }, [api, key]);
  return allowed;
}
