"""A receiver of mail by aiosmtpd: STARTTLS, or TLS from the beginning, with a sign-in. Prints each message as JSON."""

import json
import ssl
import sys
import time
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


class Handler:
    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=policy.default)
        parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
        headers = {name.lower(): str(value) for name, value in message.items()}
        tls = server.transport.get_extra_info('ssl_object') is not None
        found = {'to': envelope.rcpt_tos, 'headers': headers, 'parts': parts, 'tls': tls}
        print(json.dumps(found), flush=True)
        return '250 OK'


def sign_in(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b'files', b'smtp password'), handled=False)


certificate, key, port, implicit = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
tls = {'ssl_context': context} if implicit == 'implicit' else {'tls_context': context, 'require_starttls': True}
options = {'authenticator': sign_in, 'auth_required': True, 'auth_require_tls': implicit != 'implicit'}
controller = Controller(Handler(), hostname='127.0.0.1', port=int(port), **tls, **options)
controller.start()
print('ready', flush=True)
while True:
    time.sleep(3600)
