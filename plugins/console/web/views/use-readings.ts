import { useEffect, useState } from 'preact/hooks';
import { type Readings, ServerReadings } from '../api/server-readings.js';
import { useSession } from '../ui/session.js';

/** Returns what the metrics of the server say, again every some seconds. */
export function useReadings(): Readings {
  const { api } = useSession();
  const source = ServerReadings.of(api);
  const [state, setState] = useState(source.state);
  useEffect(() => {
    setState(source.state);
    return source.subscribe(setState);
  }, [source]);
  return state;
}
