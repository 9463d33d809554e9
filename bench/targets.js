// The performance targets, and whether a run reaches them.
import { timesLess } from './statistics.js';

/** Summary of a figure; undefined if it was not measured. */
const summaryOf = (results, scenario, row, key) => {
  const found = results[scenario]?.rows[row];
  return typeof found === 'object' ? found[key] : undefined;
};
const figure = (...place) => summaryOf(...place)?.median;

/** How many times less a row needs than another one, in one run. */
const times =
  (scenario, key, of, row = 'soapwright') =>
  (results) => {
    const own = summaryOf(results, scenario, row, key);
    const other = summaryOf(results, scenario, of, key);
    return own === undefined || other === undefined ? undefined : timesLess(own, other).median;
  };
const just = (scenario, row, key) => (results) => figure(results, scenario, row, key);

const least = (work, measure, accept, aim, unit = 'x') => ({ work, measure, accept, aim, unit, more: true });
const most = (work, measure, accept, aim, unit) => ({ work, measure, accept, aim, unit, more: false });

const nothing = 'generate from nothing';

export const targets = [
  least('small operation, CPU against raw node:http', times('mixed', 'cpu', 'raw node:http'), 0.8, 0.88),
  least('small operation, CPU against node-soap', times('mixed', 'cpu', 'node-soap'), 4, 5),
  least('small operation, CPU against gSOAP', times('mixed', 'cpu', 'gSOAP'), 1, 1.2),
  least('one connection, CPU against raw node:http', times('mixed-1', 'cpu', 'raw node:http'), 0.85, 0.93),
  least('one connection, CPU against gSOAP', times('mixed-1', 'cpu', 'gSOAP'), 0.55, 0.65),
  most('chunk of 1 MiB, CPU against raw node:http', rawTimes('chunk', 'cpuMs'), 1.5, 1.35, 'x'),
  least('chunk of 1 MiB, CPU against node-soap', times('chunk', 'cpuMs', 'node-soap'), 9, 12),
  most('chunk of 64 KiB, CPU streamed against in memory', inMemoryTimes('chunk-64k', 'cpu'), 1.25, 1.1, 'x'),
  most(
    '32 x 8 MiB at once, in memory: peak RSS',
    just('memory', 'soapwright, in memory', 'peakMB'),
    400,
    undefined,
    ' MB',
  ),
  most('32 x 8 MiB at once, streamed: peak RSS', just('memory', 'soapwright', 'peakMB'), undefined, 110, ' MB'),
  most('one chunk of 1 GiB: peak RSS', just('huge', 'soapwright', 'peakMB'), undefined, 120, ' MB'),
  most(
    'browser client of nine operations, gzip',
    just('bundles', 'soapwright, nine operations', 'gzip'),
    16_000,
    12_000,
    ' B',
  ),
  most(
    'browser client of one operation, gzip',
    just('bundles', 'soapwright, one operation', 'gzip'),
    12_000,
    8_000,
    ' B',
  ),
  most('1,000 operations: TypeScript', just('builds', 'TypeScript 7', 'megabytes'), 8, 5, ' MB'),
  most('1,000 operations: CPU of TypeScript 7', just('builds', 'TypeScript 7', 'cpu'), 8_000, 5_000, ' ms'),
  most('1 MiB chunk on PostgreSQL and S3, CPU of the service', just('engines', 'one process', 'service'), 8, 5, ' ms'),
  least('three processes against one, on paper', just('engines', 'three processes', 'onPaper'), 2.2, 2.8),
  least('client, CPU a call against node-soap', times('client', 'cpuPerCall', 'node-soap'), 6, 15),
  least(
    'client without generated code, CPU a call against node-soap',
    times('client', 'cpuPerCall', 'node-soap', 'soapwright, without generated code'),
    3,
    6,
  ),
  least('decode, small message, against node-soap', times('decode-small', 'micros', 'node-soap'), 15, 25),
  least('decode, medium message, against node-soap', times('decode-medium', 'micros', 'node-soap'), 15, 25),
  least('encode, small message, against node-soap', times('encode-small', 'micros', 'node-soap'), 10, 15),
  least('encode, medium message, against node-soap', times('encode-medium', 'micros', 'node-soap'), 10, 15),
  most(
    'decode, attributes against elements, a byte',
    times('attributes-decode', 'nanos', 'attributes', 'elements'),
    1.25,
    1.1,
    'x',
  ),
  most('decode, 10 MB against 100 kB, a byte', tenMegabytes('large-decode'), 1.2, 1.05, 'x'),
  most('encode, 10 MB against 100 kB, a byte', tenMegabytes('large-encode'), 1.2, 1.05, 'x'),
  least('decode, encoded against literal', times('decode-encoded', 'micros', 'literal', 'encoded'), 0.5, undefined),
  least(
    'decode, multi-references against literal',
    times('decode-encoded', 'micros', 'literal', 'encoded, multi-references'),
    0.5,
    undefined,
  ),
  least('encode, encoded against literal', times('encode-encoded', 'micros', 'literal', 'encoded'), 0.5, undefined),
  most('generate from nothing, 9 operations', just('generate-9', nothing, 'wall'), 200, 140, ' ms'),
  most('generate from nothing, 9 operations: peak memory', just('generate-9', nothing, 'peak'), 100, undefined, ' MB'),
  most('generate, nothing to do, 9 operations', just('generate-9', 'generate, nothing to do', 'wall'), 150, 100, ' ms'),
  most('check, 9 operations', just('generate-9', 'check', 'wall'), 150, 100, ' ms'),
  most('1,000 operations from nothing', just('generate-1000', nothing, 'wall'), 1500, 900, ' ms'),
  most('10,000 operations from nothing', just('generate-10000', nothing, 'wall'), 8000, 5000, ' ms'),
  most('10,000 operations from nothing: peak memory', just('generate-10000', nothing, 'peak'), 600, undefined, ' MB'),
  most('10,000 operations, times the time of 1,000', tenfold, 11, undefined, 'x'),
  most(
    'GetClientID of the service, 32 connections, CPU against its skeleton',
    just('operations', 'GetClientID, 32', 'times'),
    3,
    2,
    'x',
  ),
  most('log and metrics of a request, CPU', just('log', 'a result', 'together'), 10, undefined, ' µs'),
  least('durable chunks of 1 MiB, 16 uploads, against the disk', just('uploads', '16 at once', 'ofDisk'), 0.5, 0.75),
  least(
    '5,000 files of 10 KB by the upload command',
    just('files', '5,000 x 10 KB', 'perSecond'),
    200,
    undefined,
    ' files/s',
  ),
];

/** The cost of a byte of elements in a large message, in those of a small one. */
function tenMegabytes(scenario) {
  return times(scenario, 'nanos', 'elements, 10 MB', 'elements, 100 kB');
}

function rawTimes(scenario, key) {
  return timesOf(scenario, key, 'raw node:http');
}

function inMemoryTimes(scenario, key) {
  return timesOf(scenario, key, 'soapwright, in memory');
}

/** How many times as much a row needs as another one, in one run. */
function timesOf(scenario, key, of) {
  const inverse = times(scenario, key, of);
  return (results) => {
    const value = inverse(results);
    return value === undefined ? undefined : 1 / value;
  };
}

function tenfold(results) {
  const few = figure(results, 'generate-1000', nothing, 'wall');
  const many = figure(results, 'generate-10000', nothing, 'wall');
  return few === undefined || many === undefined ? undefined : many / few;
}

const shown = (value, unit) => {
  if (value === undefined) return '-';
  return `${value >= 20 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2).replace(/\.?0+$/, '')}${unit}`;
};

/** Each target with its measured value and its outcome: `aim`, `accept`, `not reached`, or `not measured`. */
export function judge(results) {
  return targets.map(({ work, measure, accept, aim, unit, more }) => {
    const value = measure(results);
    const meets = (goal) => goal !== undefined && value !== undefined && (more ? value >= goal : value <= goal);
    const outcome =
      value === undefined ? 'not measured' : meets(aim) ? 'aim' : meets(accept) ? 'accept' : 'not reached';
    return { work, measured: shown(value, unit), accept: shown(accept, unit), aim: shown(aim, unit), outcome };
  });
}

/** The targets as cells of a table. */
export function targetCells(results) {
  const body = judge(results).map(({ work, measured, accept, aim, outcome }) => [work, measured, accept, aim, outcome]);
  return { head: ['To reach', 'measured', 'accept', 'aim', 'reached'], body };
}
