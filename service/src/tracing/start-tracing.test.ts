import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, sampled, TracedService, traceId } from '../../../test/support/service/traced-service.ts';
import { tracer } from './tracer.ts';

describe('traces are sent', () => {
  let service: TracedService;
  beforeEach(async () => {
    service = await TracedService.open();
  });
  afterEach(() => service.close());

  it('a caller that does not record its trace is followed, and the ratio is for traces that begin here', async () => {
    await service.start({ tracingEndpoint: service.collector.url, tracingRatio: '0' });
    const bytes = randomBytes(10);
    await service.send(bytes, { last: true }, { traceparent: `00-${traceId}-${caller}-00` });
    await service.send(bytes);
    expect(service.results[0]).toMatchObject({ traceId });
    await service.send(bytes, { last: true }, { traceparent: sampled });
    await service.stop();
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({ traceId, parentSpanId: caller });
  });

  it("is started by OpenTelemetry's variables, and not by a setting that they disable", async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', service.collector.url);
    vi.stubEnv('OTEL_SERVICE_NAME', 'files');
    await service.start({}, { OTEL_EXPORTER_OTLP_ENDPOINT: service.collector.url });
    await service.send(randomBytes(10));
    await service.stop();
    expect(service.requests).toHaveLength(1);
    expect(service.collector.resource).toMatchObject({ 'service.name': 'files' });
    vi.unstubAllEnvs();
    await service.start({ tracingEndpoint: service.collector.url }, { OTEL_SDK_DISABLED: 'true' });
    expect(tracer()).toBeUndefined();
    await service.stop();
    await service.start({});
    expect(tracer()).toBeUndefined();
  });

  it('a service.collector that does not respond is logged once, and stops neither requests nor the stop', async () => {
    // Nothing listens there.
    const closed = 'http://127.0.0.1:9';
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
    await service.start({ tracingEndpoint: closed });
    for (let at = 0; at < 3; at += 1) {
      expect(await service.send(randomBytes(10))).toMatchObject({ ChunkAppended: true });
    }
    await service.stop();
    vi.unstubAllEnvs();
    expect(service.log.filter(({ message }) => message === 'traces are not sent')).toHaveLength(1);
  });
});
