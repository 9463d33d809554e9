using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Text;
using System.Threading;
using System.Web;
using System.Web.Hosting;

/// <summary>
/// Serves a folder of ASP.NET pages: `Host.exe FOLDER PORT`. The folder's `bin` holds this program, since ASP.NET loads it in
/// an application domain of its own.
/// </summary>
public class Host : MarshalByRefObject
{
    private readonly HttpListener listener = new HttpListener();

    public static void Main(string[] args)
    {
        var folder = Path.GetFullPath(args[0]);
        var host = (Host)ApplicationHost.CreateApplicationHost(typeof(Host), "/", folder);
        host.Start(folder, "http://127.0.0.1:" + args[1] + "/");
        Console.WriteLine("ready");
        Thread.Sleep(Timeout.Infinite);
    }

    public override object InitializeLifetimeService()
    {
        return null;
    }

    public void Start(string folder, string prefix)
    {
        listener.Prefixes.Add(prefix);
        listener.Start();
        new Thread(() => Accept(folder)) { IsBackground = true }.Start();
    }

    private void Accept(string folder)
    {
        for (; ; )
        {
            var context = listener.GetContext();
            ThreadPool.QueueUserWorkItem(_ => HttpRuntime.ProcessRequest(new ListenerRequest(context, folder)));
        }
    }
}

/// <summary>One request of the listener, as ASP.NET wants to see it.</summary>
internal class ListenerRequest : SimpleWorkerRequest
{
    private readonly HttpListenerContext context;
    private readonly string folder;
    private readonly byte[] body;

    public ListenerRequest(HttpListenerContext context, string folder)
        : base(context.Request.Url.AbsolutePath.TrimStart('/'), context.Request.Url.Query.TrimStart('?'), TextWriter.Null)
    {
        this.context = context;
        this.folder = folder;
        var bytes = new MemoryStream();
        context.Request.InputStream.CopyTo(bytes);
        body = bytes.ToArray();
    }

    public override string GetHttpVerbName() { return context.Request.HttpMethod; }
    public override string GetHttpVersion() { return "HTTP/1.1"; }
    public override string GetUriPath() { return context.Request.Url.AbsolutePath; }
    public override string GetFilePath() { return File(context.Request.Url.AbsolutePath); }
    public override string GetPathInfo() { return GetUriPath().Substring(GetFilePath().Length); }
    public override string GetRawUrl() { return context.Request.RawUrl; }
    public override string GetProtocol() { return "http"; }
    public override string GetServerName() { return context.Request.Url.Host; }
    public override string GetLocalAddress() { return context.Request.LocalEndPoint.Address.ToString(); }
    public override int GetLocalPort() { return context.Request.LocalEndPoint.Port; }
    public override string GetRemoteAddress() { return context.Request.RemoteEndPoint.Address.ToString(); }
    public override int GetRemotePort() { return context.Request.RemoteEndPoint.Port; }
    public override string MapPath(string path) { return Path.Combine(folder, path.TrimStart('/')); }
    public override string GetFilePathTranslated() { return MapPath(GetFilePath()); }
    public override byte[] GetPreloadedEntityBody() { return body; }
    public override int GetPreloadedEntityBodyLength() { return body.Length; }
    public override int GetTotalEntityBodyLength() { return body.Length; }
    public override bool IsEntireEntityBodyIsPreloaded() { return true; }
    public override int ReadEntityBody(byte[] buffer, int size) { return 0; }

    public override string GetKnownRequestHeader(int index)
    {
        return context.Request.Headers[GetKnownRequestHeaderName(index)];
    }

    public override string GetUnknownRequestHeader(string name) { return context.Request.Headers[name]; }

    public override string[][] GetUnknownRequestHeaders()
    {
        var unknown = new List<string[]>();
        foreach (string name in context.Request.Headers)
        {
            if (GetKnownRequestHeaderIndex(name) < 0) unknown.Add(new[] { name, context.Request.Headers[name] });
        }
        return unknown.ToArray();
    }

    public override void SendStatus(int status, string description)
    {
        context.Response.StatusCode = status;
        context.Response.StatusDescription = description;
    }

    public override void SendKnownResponseHeader(int index, string value)
    {
        SendUnknownResponseHeader(GetKnownResponseHeaderName(index), value);
    }

    public override void SendUnknownResponseHeader(string name, string value)
    {
        if (name == "Content-Length") context.Response.ContentLength64 = long.Parse(value);
        else if (name == "Content-Type") context.Response.ContentType = value;
        else if (name != "Transfer-Encoding" && name != "Connection") context.Response.Headers[name] = value;
    }

    public override void SendResponseFromMemory(byte[] data, int length)
    {
        context.Response.OutputStream.Write(data, 0, length);
    }

    public override void FlushResponse(bool final) { if (final) context.Response.OutputStream.Flush(); }
    public override void EndOfRequest() { context.Response.Close(); }

    /// <summary>The path up to the file: `/a.asmx` of `/a.asmx/Operation`.</summary>
    private static string File(string path)
    {
        var end = path.IndexOf(".asmx/", StringComparison.OrdinalIgnoreCase);
        return end < 0 ? path : path.Substring(0, end + ".asmx".Length);
    }
}
