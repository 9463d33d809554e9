using System;
using System.Linq;
using System.Web.Services.Protocols;

/// <summary>Calls all operations by the proxy of mono's `wsdl`: `Client.exe ADDRESS 1.1|1.2`. Prints a line for each call.</summary>
public static class Client
{
    public static void Main(string[] args)
    {
        var version = args[1] == "1.2" ? SoapProtocolVersion.Soap12 : SoapProtocolVersion.Soap11;
        var service = new Warehouse { Url = args[0], SoapVersion = version };
        Enter(service);
        Find(service);
        Store(service);
        Reserve(service);
        KeepAndMeasure(service);
        Move(service);
    }

    private static void Enter(Warehouse service)
    {
        Show.Call(() => service.FindArticle("A-0"));
        Show.Call(() => service.SignIn("ada", "guess"));
        Show.Call(() => new object[] { service.SignIn("ada", "secret"), service.TicketValue });
    }

    private static void Find(Warehouse service)
    {
        Show.Call(() => new object[] { service.FindArticle("A-1"), service.UsageValue });
        Show.Call(() => new object[] { service.FindArticle("M-7"), service.UsageValue });
        Show.Call(() => service.FindArticle("?"));
        Show.Call(() => service.ListArticles(null, null));
        Show.Call(() => service.ListArticles(new ArticleKind[0], 0));
        Show.Call(() => service.ListArticles(new[] { ArticleKind.handtool, ArticleKind.Machine }, 2));
    }

    private static void Store(Warehouse service)
    {
        Show.Call(() => service.StoreArticle(new Article
        {
            Number = "N-1", Kind = ArticleKind.Material, Id = long.MinValue, Title = "\t tab, \r\n lines, \u00e9, \ud83d\ude00 ",
            Price = 79228162514264337593543950335m, InStock = int.MinValue,
            Stored = new DateTime(2004, 2, 28, 23, 59, 59, DateTimeKind.Utc).AddTicks(1234567), Checked = new DateTime(1, 1, 1),
            Sold = new DateTime(2004, 3, 1), Hazards = Hazards.Acid | Hazards.Fire,
            Tags = new[] { "one" }, Part = new[] { new Part { Count = 1, Value = "" }, new Part { Count = -1, Value = " x " } },
        }));
        Show.Call(() => service.StoreArticle(new Machine
        {
            Kind = ArticleKind.Machine, Hazards = Hazards.None, Power = double.NegativeInfinity, Manual = new byte[0], HiddenSpecified = true,
            Price = 0.10m, Stored = new DateTime(2004, 12, 31, 0, 0, 0, DateTimeKind.Utc),
            Spare = new Machine { Kind = ArticleKind.Machine, Hazards = Hazards.None, Power = 1e-300 },
        }));
        Show.Call(() => service.StoreArticle(null));
    }

    private static void Reserve(Warehouse service)
    {
        foreach (var number in new[] { "A-1", "?" })
        {
            Show.Call(() =>
            {
                decimal price;
                Guid reference;
                var quantity = 20;
                var enough = service.Reserve(number, ref quantity, new DateTime(2004, 5, 1), out price, out reference);
                return new object[] { enough, quantity, price, reference };
            });
        }
    }

    private static void KeepAndMeasure(Warehouse service)
    {
        Show.Call(() => service.KeepPicture("A-1", null, new byte[] { 0, 251, 255, 191, 13, 10, 128 }));
        Show.Call(() => service.KeepPicture(null, new byte[] { 1, 171 }, null));
        Show.Call(() => service.KeepPicture(null, null, null));
        Show.Call(() => service.Means(new[] { new[] { 1.5, 2.5 }, new double[0], new[] { double.NaN } }, new[] { 2f, 0.5f }));
    }

    private static void Move(Warehouse service)
    {
        Show.Call(() => { service.Cancel(new Guid("0f8fad5b-d9cb-469f-a165-70867728950e"), "late"); return null; });
        foreach (var reason in new[] { "order", "unknown", "header", "crash" })
        {
            Show.Call(() => { service.Move(new[] { "A-1", null, "" }, reason); return null; });
        }
    }
}
