using System;
using System.Linq;
using System.Web.Services;
using System.Web.Services.Protocols;
using System.Xml.Serialization;

/// <summary>A service as ASP.NET 1.x projects wrote them for callers of other toolkits: rpc/encoded.</summary>
[WebService(Namespace = "http://registry.example/2002/")]
[SoapRpcService]
public class Registry : WebService
{
    public Session session;

    [WebMethod]
    [SoapHeader("session", Direction = SoapHeaderDirection.InOut)]
    public string Open(string user)
    {
        session = new Session { Id = session == null ? 1 : session.Id + 1, Tags = new[] { "new", null } };
        return user == null ? "nobody" : user + "!";
    }

    [WebMethod]
    public Person Find(int id)
    {
        var father = new Person { Name = "Jon", Born = new DateTime(1960, 1, 2, 3, 4, 5, DateTimeKind.Utc) };
        if (id == 1) return new Person { Name = "Ann", Father = father, Mother = father, Titles = new[] { "Dr.", null, "" } };
        if (id == 2) return new Employee { Name = "Bo \"<&>\"", Kind = Kind.External, Salary = 1234.50m, Boss = father, Father = father };
        return null;
    }

    [WebMethod]
    public Person[] Sort(Person[] people)
    {
        return people == null ? null : people.OrderBy(person => person.Name, StringComparer.Ordinal).ToArray();
    }

    [WebMethod]
    public bool SamePerson(Person first, Person second)
    {
        return ReferenceEquals(first, second);
    }

    [WebMethod]
    public Values Echo(Values values)
    {
        return values;
    }

    [WebMethod]
    public int Totals(int[] numbers, ref double[] weights, out string[] texts)
    {
        weights = weights == null ? null : weights.Reverse().ToArray();
        texts = numbers.Select(number => number.ToString()).ToArray();
        return numbers.Sum();
    }

    [WebMethod]
    public string Describe(object thing)
    {
        var many = thing as Array;
        return thing == null ? "null" : thing.GetType().Name + (many == null ? " " + thing : " of " + many.Length);
    }

    [WebMethod]
    public object Thing(string kind)
    {
        if (kind == "int") return 7;
        if (kind == "date") return new DateTime(2002, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        if (kind == "person") return new Person { Name = "Ann" };
        if (kind == "kind") return Kind.External;
        return kind == "null" ? null : "text";
    }

    [WebMethod]
    [SoapRpcMethod(OneWay = true)]
    public void Log(string text)
    {
    }

    [WebMethod]
    public void Fail(string reason)
    {
        throw new SoapException(reason, SoapException.ServerFaultCode, "http://registry.example/fail");
    }
}

public class Session : SoapHeader
{
    public int Id;
    public string[] Tags;
}

public enum Kind
{
    [SoapEnum("in-house")]
    Internal,
    External,
}

[SoapInclude(typeof(Employee))]
public class Person
{
    public string Name;
    public Kind Kind;
    public DateTime Born;
    public Person Father;
    public Person Mother;
    public string[] Titles;
}

public class Employee : Person
{
    public decimal Salary;
    public Person Boss;
}

public class Values
{
    public bool Flag;
    public byte Byte;
    public short Short;
    public long Long;
    public float Float;
    public double Double;
    public decimal Decimal;
    public DateTime Time;
    public string Text;
    public byte[] Bytes;
    public Kind[] Kinds;
    public int[][] Matrix;
}
