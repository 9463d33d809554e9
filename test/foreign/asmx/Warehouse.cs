using System;
using System.Collections.Generic;
using System.Linq;
using System.Web.Services;
using System.Web.Services.Protocols;
using System.Xml;
using System.Xml.Serialization;

/// <summary>A service as ASP.NET 2.0 projects wrote them: nine operations, document/literal.</summary>
[WebService(Namespace = "http://warehouse.example/2004/", Description = "Articles of a warehouse and their reservations.")]
[WebServiceBinding(ConformsTo = WsiProfiles.BasicProfile1_1)]
public class Warehouse : WebService
{
    public Ticket ticket;
    public Usage usage;

    [WebMethod(Description = "Checks a name and a password, and returns the ticket of all other operations in a header.")]
    [SoapHeader("ticket", Direction = SoapHeaderDirection.Out)]
    public DateTime SignIn(string name, string password)
    {
        if (name != "ada" || password != "secret")
            throw new SoapException("Name or password is wrong.", SoapException.ClientFaultCode, "http://warehouse.example/sign-in");
        ticket = new Ticket { Number = "T-1", Rights = new[] { "read", "write" } };
        return new DateTime(2004, 2, 29, 12, 30, 15, 250, DateTimeKind.Utc);
    }

    [WebMethod(Description = "The article of a number, or nothing.")]
    [SoapHeader("ticket")]
    [SoapHeader("usage", Direction = SoapHeaderDirection.InOut)]
    public Article FindArticle(string number)
    {
        CheckTicket();
        usage = new Usage { Calls = (usage == null ? 0 : usage.Calls) + 1 };
        return Stock.Articles.FirstOrDefault(article => article.Number == number);
    }

    [WebMethod(Description = "The articles of some kinds; of all kinds without a list.")]
    [SoapHeader("ticket")]
    public Article[] ListArticles(ArticleKind[] kinds, int? atLeast)
    {
        CheckTicket();
        return Stock.Articles
            .Where(article => kinds == null || kinds.Contains(article.Kind))
            .Where(article => atLeast == null || article.InStock >= atLeast)
            .ToArray();
    }

    [WebMethod(Description = "Stores an article and returns it with its id.")]
    [SoapHeader("ticket")]
    public Article StoreArticle(Article article)
    {
        CheckTicket();
        if (article == null) throw new ArgumentNullException("article");
        article.Id = 9007199254740993L;
        article.Stored = article.Stored.AddDays(1);
        return article;
    }

    [WebMethod(Description = "Reserves a quantity until an instant; price and reference are further results.")]
    [SoapHeader("ticket")]
    public bool Reserve(string number, ref int quantity, DateTime until, out decimal price, out Guid reference)
    {
        CheckTicket();
        var article = Stock.Articles.FirstOrDefault(one => one.Number == number);
        if (article == null) throw Unknown(number);
        price = article.Price * quantity;
        reference = new Guid("0f8fad5b-d9cb-469f-a165-70867728950e");
        var enough = quantity <= article.InStock;
        quantity = Math.Min(quantity, article.InStock);
        return enough;
    }

    [WebMethod(Description = "Keeps a picture and returns its bytes in reverse order.")]
    [SoapHeader("ticket")]
    public byte[] KeepPicture(string number, [XmlElement(DataType = "hexBinary")] byte[] digest, byte[] picture)
    {
        CheckTicket();
        return picture == null ? digest : picture.Reverse().ToArray();
    }

    [WebMethod(Description = "Mean values of series; a series without values has none.")]
    public double?[] Means(double[][] series, [XmlElement("scale")] float[] scales)
    {
        var scale = scales == null ? 1.0 : scales.Aggregate(1.0, (product, one) => product * one);
        return series.Select(one => one.Length == 0 ? (double?)null : one.Average() * scale).ToArray();
    }

    [WebMethod(Description = "Cancels a reservation; there is no response.")]
    [SoapDocumentMethod(OneWay = true)]
    public void Cancel(Guid reference, string reason)
    {
    }

    [WebMethod(Description = "Moves articles; fails in the way that the reason names.")]
    [SoapHeader("ticket")]
    public void Move([XmlArrayItem("Number")] string[] numbers, string reason)
    {
        CheckTicket();
        if (reason == "unknown") throw Unknown(numbers[0]);
        if (reason == "crash") throw new InvalidOperationException("The crane is stuck.");
        if (reason == "header") throw new SoapHeaderException("The ticket has expired.", SoapException.ClientFaultCode);
    }

    private void CheckTicket()
    {
        if (ticket == null || ticket.Number != "T-1")
            throw new SoapHeaderException("A ticket is required.", SoapException.ClientFaultCode);
    }

    private static SoapException Unknown(string number)
    {
        var document = new XmlDocument();
        var detail = document.CreateElement(SoapException.DetailElementName.Name, SoapException.DetailElementName.Namespace);
        var unknown = document.CreateElement("UnknownArticle", "http://warehouse.example/2004/");
        unknown.InnerText = number;
        detail.AppendChild(unknown);
        return new SoapException("There is no such article.", SoapException.ClientFaultCode, "http://warehouse.example/stock", detail);
    }
}

public class Ticket : SoapHeader
{
    public string Number;
    [XmlElement("Right")]
    public string[] Rights;
}

public class Usage : SoapHeader
{
    public int Calls;
}

public enum ArticleKind
{
    [XmlEnum("hand-tool")]
    HandTool,
    Machine,
    Material,
}

[Flags]
public enum Hazards
{
    None = 0,
    Fire = 1,
    Acid = 2,
    Weight = 4,
}

[XmlInclude(typeof(Machine))]
public class Article
{
    [XmlAttribute]
    public string Number;
    [XmlAttribute]
    public ArticleKind Kind;
    public long Id;
    public string Title;
    public decimal Price;
    public int InStock;
    public DateTime Stored;
    [XmlElement(DataType = "date")]
    public DateTime Checked;
    public DateTime? Sold;
    public Hazards Hazards;
    public string[] Tags;
    [XmlElement("Part")]
    public Part[] Parts;
    [XmlAttribute]
    public bool Hidden;
    [XmlIgnore]
    public bool HiddenSpecified;
}

public class Machine : Article
{
    public double Power;
    public byte[] Manual;
    public Article Spare;
}

public class Part
{
    [XmlAttribute]
    public int Count;
    [XmlText]
    public string Name;
}

internal static class Stock
{
    public static readonly List<Article> Articles = new List<Article>
    {
        new Article
        {
            Number = "A-1", Kind = ArticleKind.HandTool, Id = 1, Title = "Hammer", Price = 19.90m, InStock = 12,
            Stored = new DateTime(2003, 12, 31, 23, 59, 59, DateTimeKind.Local), Checked = new DateTime(2004, 1, 2),
            Hazards = Hazards.Weight, Tags = new[] { "wood", "steel" },
        },
        new Machine
        {
            Number = "M-7", Kind = ArticleKind.Machine, Id = 4611686018427387905L, Title = "Drill & <press>", Price = 1250m,
            InStock = 1, Stored = new DateTime(2004, 2, 1, 8, 0, 0, 5, DateTimeKind.Utc), Checked = new DateTime(2004, 2, 2),
            Sold = new DateTime(2004, 2, 3, 0, 0, 0, DateTimeKind.Utc), Hazards = Hazards.Fire | Hazards.Weight, Tags = new string[0],
            Parts = new[] { new Part { Count = 4, Name = "foot" } }, Hidden = true, HiddenSpecified = true, Power = 0.75,
            Manual = new byte[] { 0, 1, 254, 255 }, Spare = new Article { Number = "S-1", Kind = ArticleKind.Material },
        },
        new Article { Number = "S-1", Kind = ArticleKind.Material, Id = 3, Tags = new[] { "", null, " steel " } },
    };
}
