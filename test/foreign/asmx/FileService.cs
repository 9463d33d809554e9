using System;
using System.Globalization;
using System.Web.Services.Protocols;

/// <summary>
/// Calls all operations of the Remote File Service by the proxy of mono's `wsdl`:
/// `Client.exe ADDRESS 1.1|1.2 NAME SAML-TOKEN OAUTH-CODE`. NAME is that of a new account, folder and file.
/// </summary>
public static class FileService
{
    private const string Key = "demo-api-key";

    public static void Main(string[] args)
    {
        var version = args[1] == "1.2" ? SoapProtocolVersion.Soap12 : SoapProtocolVersion.Soap11;
        var service = new RemoteFileService { Url = args[0], SoapVersion = version };
        LookUp(service);
        SignIn(service, args[3], args[4]);
        CreateAccount(service, args[2]);
        CreateFolder(service, args[2]);
        Upload(service, args[2]);
    }

    private static void LookUp(RemoteFileService service)
    {
        foreach (var code in new[] { "demo", "nobody" })
        {
            Show.Call(() => service.GetClientID(Key, new GetClientIDParameters { CompanyCode = code }));
        }
        Show.Call(() => service.GetAPIURL(Key, 1001));
        Show.Call(() => service.GetAPIURL(Key, int.MinValue));
        Show.Call(() => service.SSOLoginWebURL(Key, "sam@saml.example"));
        Show.Call(() => service.SSOLoginURL(Key, "anna@demo.example"));
    }

    private static void SignIn(RemoteFileService service, string samlToken, string code)
    {
        Show.Call(() => service.SAMLAccountLogin(Key, "sam@saml.example", samlToken));
        Show.Call(() => service.SAMLAccountLogin(Key, "sam@saml.example", "AAAA"));
        Show.Call(() => service.ExternalOAuthAccountLogin(Key, "anna@demo.example", code, 1));
    }

    private static void CreateAccount(RemoteFileService service, string name)
    {
        var email = name + "@example.org";
        Show.Call(() => service.AccountCreateFreeFromPromotion(Key, "DEMO-WELCOME", email, name, "p4ssw0rd <&> \"quoted\""));
        Show.Call(() => service.AccountCreateFreeFromPromotion(Key, "no such", email, name, null));
    }

    private static void CreateFolder(RemoteFileService service, string name)
    {
        var admin = new AdminAuthParameters
        {
            APIKey = Key, OrgID = 9007199254740993, AdminUserID = "admin", AdminPassword = "admin-demo-password",
        };
        var folder = new AdminCreateFolderParameters { Path = "/anna", FolderName = "\ud83d\ude00 <a> & " + name };
        Show.Call(() => service.AdminCreateFolder(admin, folder));
        Show.Call(() => service.AdminCreateFolder(admin, folder));
        admin.OrgID--;
        Show.Call(() => service.AdminCreateFolder(admin, folder));
    }

    private static void Upload(RemoteFileService service, string name)
    {
        var written = DateTime.Parse("2019-03-31T00:30:00.1234567Z", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind);
        string token = null;
        Show.Call(() =>
        {
            var first = Append(service, name, new byte[] { 0, 1, 2, 255 }, 0, false, null, written);
            token = first.UploadToken;
            first.UploadToken = null;
            return first;
        });
        Show.Call(() => Append(service, name, new byte[] { 254 }, 9007199254740993, true, token, written));
        Show.Call(() => Append(service, name, new byte[] { 254 }, 4, true, token, written));
    }

    private static ChunkUploadResult Append(
        RemoteFileService service, string name, byte[] chunk, long offset, bool last, string token, DateTime written)
    {
        return service.AppendChunkWithFolderAccessKey(
            Key, "demo-folder-key", name + ".bin", chunk, offset, chunk.Length, last, token, written, true, written, true);
    }
}
