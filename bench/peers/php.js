// PHP with its SOAP extension.
import { spawnSync } from 'node:child_process';

/** Version of PHP; undefined without it, or without its SOAP extension. */
export function phpVersion() {
  const { status, stdout } = spawnSync('php', ['-r', 'echo extension_loaded("soap") ? PHP_VERSION : "";'], {
    encoding: 'utf8',
  });
  return status === 0 && stdout !== '' ? stdout : undefined;
}

/** The fastest settings of PHP: compiled scripts and the WSDL are cached. */
export const phpSettings = (cache) => [
  ...['-d', 'opcache.enable=1', '-d', 'opcache.enable_cli=1', '-d', 'opcache.validate_timestamps=0'],
  ...['-d', `soap.wsdl_cache_dir=${cache}`, '-d', 'soap.wsdl_cache_enabled=1', '-d', 'display_errors=0'],
  ...['-d', 'post_max_size=64M', '-d', 'memory_limit=512M'],
];
