import { groupMetricsOf } from './group-metrics.js';

const PAGE = `# HELP apiserver_request_total x
apiserver_request_total{code="200",group="harbor.example.com",resource="berths",verb="GET"} 3
apiserver_request_total{code="503",group="harbor.example.com",resource="berths",verb="GET"} 1
apiserver_request_total{code="200",group="apps",resource="deployments",verb="GET"} 9
apiserver_request_duration_seconds_sum{group="harbor.example.com",resource="berths",verb="GET"} 0.02
apiserver_request_duration_seconds_count{group="harbor.example.com",resource="berths",verb="GET"} 4
apiserver_request_duration_seconds_sum{group="harbor.example.com",resource="berths",verb="WATCH"} 900
apiserver_storage_objects{resource="berths.harbor.example.com"} 7
harbor_departures_total{cargo="a"} 2
harbors_other 1
`;

describe('groupMetricsOf()', () => {
  it('has the requests for the group, its objects and the metrics of its plugin', () => {
    const { byResource, objects, own } = groupMetricsOf(PAGE, 'harbor.example.com');
    expect(byResource).toEqual([{ resource: 'berths', requests: 4, failures: 1, meanMs: 5 }]);
    expect(objects.get('berths.harbor.example.com')).toBe(7);
    expect(own).toEqual([{ name: 'harbor_departures_total', labels: 'cargo="a"', value: '2' }]);
  });
});
