<?php
// PHP's SoapServer with the generated WSDL and the same handlers; `php -S` calls it for each request.

final class RemoteFileService
{
    public function GetClientID(object $request): array
    {
        $code = $request->Parameters->CompanyCode ?? null;
        return ['GetClientIDResult' => ['ErrorMessage' => '', 'ClientID' => $code === 'ACME' ? 4711 : 0]];
    }

    public function AppendChunkWithFolderAccessKey(object $request): array
    {
        $appended = strlen($request->ChunkData) === $request->BytesRead;
        return ['ChunkUploadResult' => ['ErrorMessage' => '', 'ChunkAppended' => $appended, 'UploadToken' => 'token']];
    }
}

$server = new SoapServer(getenv('BENCH_WSDL'), ['cache_wsdl' => WSDL_CACHE_BOTH]);
$server->setClass(RemoteFileService::class);
$server->handle();
